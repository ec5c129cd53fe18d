/**
 * Symbol, decimals, address, logo. Source: reserves of the Aave address book (MIT), the issuers' own pages, the Superchain token
 * list (MIT).
 */
export const celo = `
USDC 6 0xceba9300f2b948710d2653dd7b07f33a8b32118c
USD₮ 6 0x48065fbbe25f71c9282ddf5e1cd6d6a887483d5e
cEUR 18 0xd8763cba276a3738e6de85b4b3bf5fded6d6ca73
cUSD 18 0x765de816845861e75a25fca122bb6898b8b1282a
CELO 18 0x471ece3750da237f93b8e339c536989b8978a438
WETH 18 0xd221812de1bd094f35587ee8e174b07b6167d9af op:WETH/logo.png
`
