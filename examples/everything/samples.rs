//! A picture and a sound.

/// One grey pixel.
pub(crate) const PNG: &[u8] = b"\x89PNG\r\n\x1A\n\
    \0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\0\0\0\0:~\x9BU\
    \0\0\0\nIDATx\xDAch\0\0\0\x82\0\x81\xDAE\x08;\
    \0\0\0\0IEND\xAEB`\x82";

/// A millisecond of silence: 8 samples of 8 bits.
pub(crate) const WAV: &[u8] = b"RIFF,\0\0\0WAVE\
    fmt \x10\0\0\0\x01\0\x01\0@\x1F\0\0@\x1F\0\0\x01\0\x08\0\
    data\x08\0\0\0\x80\x80\x80\x80\x80\x80\x80\x80";
