// Carries the precompiled header; see Pch.h.
