/** Symbol, decimals, address. Source: reserves of the Aave address book (MIT) and the issuers' own pages. */
export const linea = `
WETH 18 0xe5d7c2a44ffddf6b295a15c148167daaaf5cf34f
WBTC 8 0x3aab2285ddcddad8edf438c1bab47e1a9d05a9b4
USDC 6 0x176211869ca2b568f2a7d4ee941e073a821ee1ff
USDT 6 0xa219439258ca9da29e9cc4ce5596924745e12b93
wstETH 18 0xb5bedd42000b71fdde22d3ee8a79bd49a568fc8f
ezETH 18 0x2416092f143378750bb29b79ed961ab195cceea5
weETH 18 0x1bf74c010e6320bab11e2e5a532b5ac15e0b8aa6
wrsETH 18 0xd2671165570f41bbb3b0097893300b6eb6101e6c
mUSD 6 0xaca92e438df0b2401ff60da7e4337b687a2435da
`
