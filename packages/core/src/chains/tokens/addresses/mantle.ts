/** Symbol, decimals, address. Source: reserves of the Aave address book (MIT) and the issuers' own pages. */
export const mantle = `
WETH 18 0xdeaddeaddeaddeaddeaddeaddeaddeaddead1111
WMNT 18 0x78c1b0c915c4faa5fffa6cabf0219da63d7f4cb8
USDT0 6 0x779ded0c9e1022225f8e0630b35a9b54be713736
USDC 6 0x09bc4e0d864854c6afb6eb9a9cdf58ac190d0df9
USDe 18 0x5d3a1ff2b6bab83b63cd9ad0787074081a52ef34
sUSDe 18 0x211cc4dd073734da055fbf44a2b4667d5e5fe5d2
FBTC 8 0xc96de26018a54d51c097160568752c4e3bd6c364
syrupUSDT 6 0x051665f2455116e929b9972c36d23070f5054ce0
wrsETH 18 0x93e855643e940d025be2e529272e4dbd15a2cf74
GHO 18 0xfc421ad3c883bf9e7c4f42de845c4e4405799e73
`
