/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The functions that Go calls: one for each ACL function, in the order of driver.API.
 * Handles and device addresses are integers. The first argument ac is the context to make
 * current.
 */
#ifndef ACLPOOL_SHIM_H
#define ACLPOOL_SHIM_H

#include <stddef.h>
#include <stdint.h>

#pragma GCC visibility push(hidden)

/*
 * The result of a call. If code is zero, word is the value that the call returned.
 * Otherwise it is the address of the failure's message, which Go copies and frees, or 0.
 * The code has 64 bits because cgo would pad a shorter one with an array, and Go keeps a
 * struct with an array in memory, which costs a fifth of a call.
 */
typedef struct {
	uint64_t word;
	int64_t code;
} aclpool_result;

_Static_assert(sizeof(aclpool_result) == 16, "a result fits into two registers");

/* A device address. It is passed with a host pointer; at least one of the two is zero. */
typedef uint64_t aclpool_mem;

void aclpool_free_text(uint64_t word);

/* Loading and signals. */

typedef struct {
	char *path;        /* of the library; NULL if it was not opened */
	char *error;       /* why it was not opened; NULL if it was only looked for */
	uint64_t repaired; /* the result of aclpool_repair_signals */
} aclpool_opened;

aclpool_opened aclpool_open(const char *name, int loaded_already);
const char *aclpool_symbol(size_t i, int *present);
uint64_t aclpool_repair_signals(void);

/* Process. */

typedef struct {
	aclpool_result result;
	int32_t major, minor, patch;
} aclpool_version;

aclpool_result aclpool_init(const char *config);
aclpool_result aclpool_finalize(void);
aclpool_result aclpool_finalize_reference(void);
aclpool_version aclpool_get_version(void);
aclpool_result aclpool_version_string(char *package);
const char *aclpool_soc_name(void);

/* Devices. */

typedef struct {
	aclpool_result result;
	uint64_t free, total;
} aclpool_mem_info;

aclpool_result aclpool_device_count(void);
aclpool_result aclpool_set_device(int32_t id);
aclpool_result aclpool_reset_device(int32_t id);
aclpool_result aclpool_reset_device_force(int32_t id);
aclpool_result aclpool_run_mode(void);
aclpool_mem_info aclpool_get_mem_info(uintptr_t ac, int32_t attr);
aclpool_result aclpool_synchronize_device(uintptr_t ac);
aclpool_result aclpool_synchronize_device_with_timeout(uintptr_t ac, int32_t ms);
aclpool_result aclpool_device_can_access_peer(int32_t id, int32_t peer);
aclpool_result aclpool_device_enable_peer_access(uintptr_t ac, int32_t peer, uint32_t flags);

/* Contexts. */

aclpool_result aclpool_create_context(int32_t id);
aclpool_result aclpool_destroy_context(uintptr_t ac);
aclpool_result aclpool_current_default_stream(uintptr_t ac);
aclpool_result aclpool_enter_context(uintptr_t ac);
void aclpool_leave_context(uintptr_t found);
aclpool_result aclpool_device_of(uintptr_t ac);

/* Device and host memory. */

aclpool_result aclpool_malloc(uintptr_t ac, uint64_t size, int32_t policy);
aclpool_result aclpool_malloc_align32(uintptr_t ac, uint64_t size, int32_t policy);
aclpool_result aclpool_free(uintptr_t ac, uint64_t address);
aclpool_result aclpool_malloc_host(uintptr_t ac, uint64_t size);
aclpool_result aclpool_free_host(uintptr_t ac, aclpool_mem m, uint8_t *host);
aclpool_result aclpool_memcpy(uintptr_t ac, aclpool_mem dst, uint8_t *dst_host, uint64_t dst_max,
	aclpool_mem src, uint8_t *src_host, uint64_t count, int32_t kind);
aclpool_result aclpool_memcpy_async(uintptr_t ac, aclpool_mem dst, uint8_t *dst_host, uint64_t dst_max,
	aclpool_mem src, uint8_t *src_host, uint64_t count, int32_t kind, uintptr_t stream);
aclpool_result aclpool_memset(uintptr_t ac, aclpool_mem dst, uint8_t *dst_host, uint64_t dst_max,
	int32_t value, uint64_t count);
aclpool_result aclpool_memset_async(uintptr_t ac, aclpool_mem dst, uint8_t *dst_host, uint64_t dst_max,
	int32_t value, uint64_t count, uintptr_t stream);

/* Virtual memory. The properties of physical memory are passed without the reserved bytes. */

struct aclrtMemAccessDesc;

typedef struct {
	int32_t handle_type, allocation_type, attr, location_id, location_type;
} aclpool_physical;

typedef struct {
	aclpool_result result;
	aclpool_physical prop;
} aclpool_physical_result;

aclpool_result aclpool_reserve_mem_address(uintptr_t ac, uint64_t size, uint64_t alignment, uint64_t start, uint64_t flags);
aclpool_result aclpool_release_mem_address(uintptr_t ac, uint64_t address);
aclpool_result aclpool_malloc_physical(uintptr_t ac, uint64_t size, aclpool_physical prop, uint64_t flags);
aclpool_result aclpool_free_physical(uintptr_t ac, uintptr_t handle);
aclpool_result aclpool_map_mem(uintptr_t ac, uint64_t address, uint64_t size, uint64_t offset, uintptr_t handle, uint64_t flags);
aclpool_result aclpool_unmap_mem(uintptr_t ac, uint64_t address);
aclpool_result aclpool_granularity(uintptr_t ac, aclpool_physical prop, int32_t option);
aclpool_result aclpool_set_access(uintptr_t ac, uint64_t address, uint64_t size, struct aclrtMemAccessDesc *desc, uint64_t count);
aclpool_result aclpool_get_access(uintptr_t ac, uint64_t address, int32_t location_id, int32_t location_type);
aclpool_result aclpool_retain_allocation(uintptr_t ac, uint64_t address);
aclpool_physical_result aclpool_allocation_properties(uintptr_t ac, uintptr_t handle);
aclpool_result aclpool_export(uintptr_t ac, uintptr_t handle, int32_t handle_type, uint64_t flags);
aclpool_result aclpool_import(uintptr_t ac, uint64_t shareable, int32_t device);

/* Streams. */

aclpool_result aclpool_create_stream(uintptr_t ac);
aclpool_result aclpool_create_stream_with_config(uintptr_t ac, uint32_t priority, uint32_t flags);
aclpool_result aclpool_destroy_stream(uintptr_t ac, uintptr_t stream);
aclpool_result aclpool_destroy_stream_force(uintptr_t ac, uintptr_t stream);
aclpool_result aclpool_synchronize_stream(uintptr_t ac, uintptr_t stream);
aclpool_result aclpool_synchronize_stream_with_timeout(uintptr_t ac, uintptr_t stream, int32_t ms);
aclpool_result aclpool_stream_query(uintptr_t ac, uintptr_t stream);
aclpool_result aclpool_stream_wait_event(uintptr_t ac, uintptr_t stream, uintptr_t event);
aclpool_result aclpool_stream_abort(uintptr_t ac, uintptr_t stream);
aclpool_result aclpool_stream_get_id(uintptr_t ac, uintptr_t stream);
aclpool_result aclpool_stream_get_flags(uintptr_t ac, uintptr_t stream);
aclpool_result aclpool_set_stream_failure_mode(uintptr_t ac, uintptr_t stream, uint64_t mode);

/* Events. */

aclpool_result aclpool_create_event(uintptr_t ac);
aclpool_result aclpool_create_event_with_flag(uintptr_t ac, uint32_t flags);
aclpool_result aclpool_create_event_ex_with_flag(uintptr_t ac, uint32_t flags);
aclpool_result aclpool_destroy_event(uintptr_t ac, uintptr_t event);
aclpool_result aclpool_record_event(uintptr_t ac, uintptr_t event, uintptr_t stream);
aclpool_result aclpool_reset_event(uintptr_t ac, uintptr_t event, uintptr_t stream);
aclpool_result aclpool_query_event_status(uintptr_t ac, uintptr_t event);
aclpool_result aclpool_query_event_wait_status(uintptr_t ac, uintptr_t event);
aclpool_result aclpool_synchronize_event(uintptr_t ac, uintptr_t event);
aclpool_result aclpool_synchronize_event_with_timeout(uintptr_t ac, uintptr_t event, int32_t ms);
aclpool_result aclpool_event_elapsed_time(uintptr_t ac, uintptr_t start, uintptr_t end);

/* Stream-ordered memory pools; pair.h has the functions that allocate and free. */

aclpool_result aclpool_pool_create(uintptr_t ac, int32_t alloc_type, int32_t handle_type, int32_t location_id,
	int32_t location_type, uint64_t max_size);
aclpool_result aclpool_pool_destroy(uintptr_t ac, uintptr_t pool);
aclpool_result aclpool_pool_set_attr(uintptr_t ac, uintptr_t pool, int32_t attr, uint64_t value);
aclpool_result aclpool_pool_get_attr(uintptr_t ac, uintptr_t pool, int32_t attr);
aclpool_result aclpool_pool_trim_to(uintptr_t ac, uintptr_t pool, uint64_t keep);

/* One operation of a batch: driver.BatchOp. */
typedef struct {
	int32_t kind;
	int32_t code;
	uintptr_t stream;
	uint64_t arg;
	uint64_t addr;
} aclpool_op;

enum { ACLPOOL_OP_FREE = 0, ACLPOOL_OP_MALLOC = 1, ACLPOOL_OP_FREE_OF = 2 };

_Static_assert(sizeof(aclpool_op) == 32, "two operations are a cache line");

aclpool_result aclpool_pool_batch(uintptr_t ac, uintptr_t pool, aclpool_op *ops, uint64_t n);

/* Kernels. */

aclpool_result aclpool_binary_load_from_file(uintptr_t ac, const char *path);
aclpool_result aclpool_binary_load_from_data(uintptr_t ac, const uint8_t *data, uint64_t size);
aclpool_result aclpool_binary_unload(uintptr_t ac, uintptr_t binary);
aclpool_result aclpool_binary_get_function(uintptr_t ac, uintptr_t binary, const char *name);
aclpool_result aclpool_launch_kernel(uintptr_t ac, uintptr_t function, uint32_t blocks, uint64_t args,
	uint64_t size, uintptr_t stream);
aclpool_result aclpool_launch_kernel_with_host_args(uintptr_t ac, uintptr_t function, uint32_t blocks,
	uintptr_t stream, uint8_t *args, uint64_t size);

#pragma GCC visibility pop

#endif
