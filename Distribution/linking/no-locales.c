// SPDX-License-Identifier: Apache-2.0
//
// An empty table of ICU's data, like that of ICU's own stubdata.cpp. Scripts/build-release links it into reach-transfer in place
// of the 34 MB that Foundation brings, because no function of the program has a locale. A call that needs a locale gets an
// error from ICU (U_FILE_ACCESS_ERROR), not a wrong answer.
//
// With REACH_FORBIDS_LOCALES (Scripts/check-locales) the first use ends the program.

#include <stdint.h>

#ifdef REACH_FORBIDS_LOCALES
#include <sys/mman.h>

_Alignas(4096) char reach_no_locales[4096] = {1};

__attribute__((constructor)) static void forbid(void) { mprotect(reach_no_locales, sizeof reach_no_locales, PROT_NONE); }
#else

struct icu_data {
    uint16_t header_size;
    uint8_t magic[2];
    uint16_t info_size, info_reserved;
    uint8_t is_big_endian, charset_family, size_of_uchar, reserved;
    char format[4];
    uint8_t format_version[4], data_version[4];
    uint8_t padding[8];
    // The table of contents: no entries. ICU reads no further.
    uint32_t count, table_reserved;
    uint64_t no_entry[2];
};

_Alignas(16) const struct icu_data reach_no_locales = {
    .header_size = 32,
    .magic = {0xda, 0x27},
    .info_size = 20,
    .is_big_endian = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__,
    .size_of_uchar = 2,
    .format = {'T', 'o', 'C', 'P'},
    .format_version = {1},
};
#endif
