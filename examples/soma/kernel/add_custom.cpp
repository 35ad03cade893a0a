// SPDX-License-Identifier: Apache-2.0

// add_custom computes z[i] = x[i] + y[i] for vectors of n float32 in device memory, on the
// vector cores of Atlas A2. README.md says how to build it and what is not verified.
//
// The arguments are the addresses of x, y and z, and n. Each has eight bytes, so the argument
// block has 32 bytes and no gaps.

#include "kernel_operator.h"

namespace {

// A tile is the part of a vector that a core processes at once, in its unified buffer. Three
// vectors with two buffers each take 6 x 16 KiB = 96 KiB of the 192 KiB of a core.
constexpr int64_t kTile = 4096;
constexpr int32_t kBuffers = 2;

// Memory is transferred in units of 32 bytes, eight elements. The part of every core starts at
// a unit, so that no two cores write to the same unit.
constexpr int64_t kUnit = 8;

class VectorAdd {
public:
    __aicore__ inline void Init(GM_ADDR x, GM_ADDR y, GM_ADDR z, int64_t n)
    {
        const int64_t blocks = AscendC::GetBlockNum();
        const int64_t units = (n + kUnit - 1) / kUnit;
        const int64_t share = (units + blocks - 1) / blocks * kUnit;
        const int64_t begin = AscendC::GetBlockIdx() * share;
        count_ = begin >= n ? 0 : (n - begin < share ? n - begin : share);
        if (count_ == 0) {
            return;
        }
        x_.SetGlobalBuffer((__gm__ float *)x + begin, count_);
        y_.SetGlobalBuffer((__gm__ float *)y + begin, count_);
        z_.SetGlobalBuffer((__gm__ float *)z + begin, count_);
        pipe_.InitBuffer(inX_, kBuffers, kTile * sizeof(float));
        pipe_.InitBuffer(inY_, kBuffers, kTile * sizeof(float));
        pipe_.InitBuffer(outZ_, kBuffers, kTile * sizeof(float));
    }

    __aicore__ inline void Process()
    {
        for (int64_t at = 0; at < count_; at += kTile) {
            const uint32_t n = static_cast<uint32_t>(count_ - at < kTile ? count_ - at : kTile);
            Load(at, n);
            Compute(n);
            Store(at, n);
        }
    }

private:
    // DataCopyPad copies any number of bytes; the last tile may be no multiple of a unit.
    __aicore__ inline void Load(int64_t at, uint32_t n)
    {
        const AscendC::DataCopyExtParams run{1, n * static_cast<uint32_t>(sizeof(float)), 0, 0, 0};
        const AscendC::DataCopyPadExtParams<float> pad{false, 0, 0, 0.0f};
        AscendC::LocalTensor<float> x = inX_.AllocTensor<float>();
        AscendC::LocalTensor<float> y = inY_.AllocTensor<float>();
        AscendC::DataCopyPad(x, x_[at], run, pad);
        AscendC::DataCopyPad(y, y_[at], run, pad);
        inX_.EnQue(x);
        inY_.EnQue(y);
    }

    __aicore__ inline void Compute(uint32_t n)
    {
        AscendC::LocalTensor<float> x = inX_.DeQue<float>();
        AscendC::LocalTensor<float> y = inY_.DeQue<float>();
        AscendC::LocalTensor<float> z = outZ_.AllocTensor<float>();
        AscendC::Add(z, x, y, static_cast<int32_t>(n));
        outZ_.EnQue(z);
        inX_.FreeTensor(x);
        inY_.FreeTensor(y);
    }

    __aicore__ inline void Store(int64_t at, uint32_t n)
    {
        const AscendC::DataCopyExtParams run{1, n * static_cast<uint32_t>(sizeof(float)), 0, 0, 0};
        AscendC::LocalTensor<float> z = outZ_.DeQue<float>();
        AscendC::DataCopyPad(z_[at], z, run);
        outZ_.FreeTensor(z);
    }

    AscendC::TPipe pipe_;
    AscendC::TQue<AscendC::QuePosition::VECIN, kBuffers> inX_, inY_;
    AscendC::TQue<AscendC::QuePosition::VECOUT, kBuffers> outZ_;
    AscendC::GlobalTensor<float> x_, y_, z_;
    int64_t count_ = 0;
};

} // namespace

extern "C" __global__ __aicore__ void add_custom(GM_ADDR x, GM_ADDR y, GM_ADDR z, int64_t n)
{
    VectorAdd add;
    add.Init(x, y, z, n);
    add.Process();
}
