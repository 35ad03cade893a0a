//go:build cgo && linux && (amd64 || arm64) && !fakeacl

/* SPDX-License-Identifier: Apache-2.0 */

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "abi.h"

/*
 * Writes a log line of the program to standard error; the vendor's library writes to a file.
 * ASCEND_GLOBAL_LOG_LEVEL is the lowest level that is written, ACL_ERROR by default.
 */
void aclAppLog(aclLogLevel logLevel, const char *func, const char *file, uint32_t line, const char *fmt, ...)
{
	static const char *const names[] = {"DEBUG", "INFO", "WARNING", "ERROR"};
	const char *const from = getenv("ASCEND_GLOBAL_LOG_LEVEL");
	const unsigned level = (unsigned)logLevel;
	char text[1024];
	va_list args;

	if (fmt == NULL || level >= sizeof names / sizeof *names || (int)level < (from == NULL ? ACL_ERROR : atoi(from)))
		return;
	va_start(args, fmt);
	vsnprintf(text, sizeof text, fmt, args);
	va_end(args);
	fprintf(stderr, "[%s] %s:%u %s: %s\n", names[level], file == NULL ? "" : file, line, func == NULL ? "" : func, text);
}
