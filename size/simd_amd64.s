#include "textflag.h"

// func hasAVX2() bool
TEXT ·hasAVX2(SB), NOSPLIT, $0-1
	MOVB $0, ret+0(FP)
	XORL AX, AX
	CPUID
	CMPL AX, $7
	JLT  no
	MOVL $1, AX
	XORL CX, CX
	CPUID
	ANDL $0x18000000, CX // the system saves registers by XSAVE; AVX
	CMPL CX, $0x18000000
	JNE  no
	XORL CX, CX
	XGETBV
	ANDL $6, AX          // and so the wide ones
	CMPL AX, $6
	JNE  no
	MOVL $7, AX
	XORL CX, CX
	CPUID
	SHRL $5, BX
	ANDL $1, BX
	MOVB BX, ret+0(FP)

no:
	RET

// The three tables of Keiser and Lemire. Each bit stands for one fault that two
// bytes in a row may show: 01 a sequence too short, 02 too long, 04 and 20 and
// 40 longer than need be, 08 above U+10FFFF, 10 a surrogate, 80 two bytes that
// go on, which is none after a third or fourth byte is due.
DATA firstHigh<>+0(SB)/8, $0x0202020202020202
DATA firstHigh<>+8(SB)/8, $0x4915012180808080
GLOBL firstHigh<>(SB), RODATA|NOPTR, $16

DATA firstLow<>+0(SB)/8, $0xcbcbcb8b8383a3e7
DATA firstLow<>+8(SB)/8, $0xcbcbdbcbcbcbcbcb
GLOBL firstLow<>(SB), RODATA|NOPTR, $16

DATA secondHigh<>+0(SB)/8, $0x0101010101010101
DATA secondHigh<>+8(SB)/8, $0x01010101babaaee6
GLOBL secondHigh<>(SB), RODATA|NOPTR, $16

DATA nibble<>+0(SB)/8, $0x0f0f0f0f0f0f0f0f
DATA nibble<>+8(SB)/8, $0x0f0f0f0f0f0f0f0f
GLOBL nibble<>(SB), RODATA|NOPTR, $16

DATA third<>+0(SB)/8, $0x6060606060606060
DATA third<>+8(SB)/8, $0x6060606060606060
GLOBL third<>(SB), RODATA|NOPTR, $16

DATA fourth<>+0(SB)/8, $0x7070707070707070
DATA fourth<>+8(SB)/8, $0x7070707070707070
GLOBL fourth<>(SB), RODATA|NOPTR, $16

DATA top<>+0(SB)/8, $0x8080808080808080
DATA top<>+8(SB)/8, $0x8080808080808080
GLOBL top<>(SB), RODATA|NOPTR, $16

DATA first<>+0(SB)/8, $0xc0c0c0c0c0c0c0c0
DATA first<>+8(SB)/8, $0xc0c0c0c0c0c0c0c0
GLOBL first<>(SB), RODATA|NOPTR, $16

// func validBlocks(p *byte, n int) bool
TEXT ·validBlocks(SB), NOSPLIT, $0-17
	MOVQ           p+0(FP), SI
	MOVQ           n+8(FP), CX
	VBROADCASTI128 firstHigh<>(SB), Y8
	VBROADCASTI128 firstLow<>(SB), Y9
	VBROADCASTI128 secondHigh<>(SB), Y10
	VBROADCASTI128 nibble<>(SB), Y11
	VBROADCASTI128 third<>(SB), Y12
	VBROADCASTI128 fourth<>(SB), Y13
	VBROADCASTI128 top<>(SB), Y14
	VPXOR          Y15, Y15, Y15         // faults
	VPXOR          Y0, Y0, Y0            // the block before

validate:
	SUBQ       $32, CX
	JLT        validated
	VMOVDQU    (SI), Y1
	VPERM2I128 $0x21, Y1, Y0, Y2
	VPALIGNR   $15, Y2, Y1, Y3 // the byte before each
	VPALIGNR   $14, Y2, Y1, Y4
	VPALIGNR   $13, Y2, Y1, Y5
	VPSRLW     $4, Y3, Y6
	VPAND      Y11, Y6, Y6
	VPSHUFB    Y6, Y8, Y6
	VPAND      Y11, Y3, Y7
	VPSHUFB    Y7, Y9, Y7
	VPAND      Y6, Y7, Y6
	VPSRLW     $4, Y1, Y7
	VPAND      Y11, Y7, Y7
	VPSHUFB    Y7, Y10, Y7
	VPAND      Y6, Y7, Y6
	VPSUBUSB   Y12, Y4, Y4     // a third byte is due
	VPSUBUSB   Y13, Y5, Y5     // a fourth
	VPOR       Y4, Y5, Y4
	VPAND      Y14, Y4, Y4
	VPXOR      Y4, Y6, Y6
	VPOR       Y6, Y15, Y15
	VMOVDQA    Y1, Y0
	ADDQ       $32, SI
	JMP        validate

validated:
	VPTEST Y15, Y15
	SETEQ  ret+16(FP)
	VZEROUPPER
	RET

// func restBlocks(p *byte, n int) int
TEXT ·restBlocks(SB), NOSPLIT, $0-24
	MOVQ           p+0(FP), SI
	MOVQ           n+8(FP), CX
	VBROADCASTI128 first<>(SB), Y8
	VPXOR          Y9, Y9, Y9
	VPXOR          Y10, Y10, Y10 // the sum, in four parts

round:
	MOVQ  $255, DX
	VPXOR Y0, Y0, Y0 // at most 255 a byte

count:
	SUBQ     $32, CX
	JLT      counted
	VPCMPGTB (SI), Y8, Y1 // less than C0, with a sign: 80 to BF
	VPSUBB   Y1, Y0, Y0
	ADDQ     $32, SI
	DECQ     DX
	JNZ      count
	VPSADBW  Y9, Y0, Y0
	VPADDQ   Y0, Y10, Y10
	JMP      round

counted:
	VPSADBW      Y9, Y0, Y0
	VPADDQ       Y0, Y10, Y10
	VEXTRACTI128 $1, Y10, X0
	VPADDQ       X0, X10, X0
	VPSRLDQ      $8, X0, X1
	VPADDQ       X1, X0, X0
	VMOVQ        X0, AX
	MOVQ         AX, ret+16(FP)
	VZEROUPPER
	RET
