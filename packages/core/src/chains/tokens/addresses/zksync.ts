/** Symbol, decimals, address. Source: reserves of the Aave address book (MIT) and the issuers' own pages. */
export const zksync = `
USDC 6 0x1d17cbcf0d6d143135ae902365d2e5e2a16538d4
USDT 6 0x493257fd37edb34451f62edf8d2a0c418852ba4c
WETH 18 0x5aea5775959fbc2557cc8789bc1bf90a239d9a91
wstETH 18 0x703b52f2b28febcb60e1372858af5b18849fe867
ZK 18 0x5a7d6b2f92c77fad6ccabd7ee0624e64907eaf3e
weETH 18 0xc1fa6e2e8667d9be0ca938a54c7e0285e9df924a
sUSDe 18 0xad17da2f6ac76746ef261e835c50b2651ce36da8
wrsETH 18 0xd4169e045bcf9a86cc00101225d9ed61d2f51af2
`
