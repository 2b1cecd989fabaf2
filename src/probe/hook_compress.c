/* SPDX-License-Identifier: GPL-3.0-or-later */

/* hook_compress: zlib and bzip2. */
#include "probe/stage.h"

/* How z_stream and bz_stream begin: their headers may not be here. */
struct stream {
    const void *next_in;
    unsigned available;
};

/* The bytes are those of the input that were taken. */
#define WORK(name, parameters, arguments)                         \
    HOOK(int, name, #name, parameters)                            \
    {                                                             \
        struct span span;                                         \
        const unsigned before = stream ? stream->available : 0;   \
        span_begin(&span, LEDGER_COMPRESS);                       \
        const int answer = REAL(name) arguments;                  \
        span_end(&span, stream ? before - stream->available : 0); \
        return answer;                                            \
    }

#define FRAME(name, parameters, arguments) \
    STAGE(LEDGER_COMPRESS, int, name, parameters, arguments, 0)

WORK(deflate, (struct stream * stream, int flush), (stream, flush))
FRAME(deflateInit_, (void *stream, int level, const char *version, int size),
      (stream, level, version, size))
FRAME(deflateInit2_,
      (void *stream, int level, int method, int window_bits, int memory,
       int strategy, const char *version, int size),
      (stream, level, method, window_bits, memory, strategy, version, size))
FRAME(deflateReset, (void *stream), (stream))
FRAME(deflateEnd, (void *stream), (stream))

WORK(inflate, (struct stream * stream, int flush), (stream, flush))
FRAME(inflateInit_, (void *stream, const char *version, int size),
      (stream, version, size))
FRAME(inflateInit2_,
      (void *stream, int window_bits, const char *version, int size),
      (stream, window_bits, version, size))
FRAME(inflateReset, (void *stream), (stream))
FRAME(inflateEnd, (void *stream), (stream))

WORK(BZ2_bzCompress, (struct stream * stream, int action), (stream, action))
FRAME(BZ2_bzCompressInit,
      (void *stream, int blocks, int verbosity, int work_factor),
      (stream, blocks, verbosity, work_factor))
FRAME(BZ2_bzCompressEnd, (void *stream), (stream))

WORK(BZ2_bzDecompress, (struct stream * stream), (stream))
FRAME(BZ2_bzDecompressInit, (void *stream, int verbosity, int is_small),
      (stream, verbosity, is_small))
FRAME(BZ2_bzDecompressEnd, (void *stream), (stream))
