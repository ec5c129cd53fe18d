/** Symbol, decimals, address. Source: reserves of the Aave address book (MIT) and the issuers' own pages. */
export const sonic = `
WETH 18 0x50c42deacd8fc9773493ed674b675be577f2634b
USDC.e 6 0x29219dd400f2bf60e5a23d13be72b486d4038894
wS 18 0x039e2fb66102314ce7b64ce5ce3e5183bc94ad38
stS 18 0xe5da20f15420ad15de0fa650600afc998bbe3955
`
