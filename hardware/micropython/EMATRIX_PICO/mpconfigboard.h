// A Raspberry Pi Pico whose MicroPython runs the table's firmware in place, from a read-only partition.
#define MICROPY_HW_BOARD_NAME "Energy Matrix table (Pico)"

// The file system is where and as large as in the published MicroPython: cards and settings survive the change.
#define MICROPY_HW_FLASH_STORAGE_BYTES (1408 * 1024)
// Taken from the upper end of the space for MicroPython itself (ports/rp2/rp2_flash.c); a multiple of 4 KiB.
#define MICROPY_HW_ROMFS_BYTES (256 * 1024)
