/** Symbol, decimals, address. Source: reserves of the Aave address book (MIT) and the issuers' own pages. */
export const scroll = `
WETH 18 0x5300000000000000000000000000000000000004
USDC 6 0x06efdbff2a14a7c8e15944d1f4a48f9f95f663a4
wstETH 18 0xf610a9dfb7c89644979b4a0f27063e9e7d7cda32
weETH 18 0x01f0a31698c4d065659b9bdc21b3610292a1c506
SCR 18 0xd29687c813d741e2f938f4ac377128810e217b1b
`
