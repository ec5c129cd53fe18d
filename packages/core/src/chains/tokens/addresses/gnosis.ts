/** Symbol, decimals, address. Source: reserves of the Aave address book (MIT) and the issuers' own pages. */
export const gnosis = `
WETH 18 0x6a023ccd1ff6f2045c3309768ead9e68f978f6e1
wstETH 18 0x6c76971f98945ae98dd7d4dfca8711ebea946ea6
GNO 18 0x9c58bacc331c9aa871afd802db6379a98e80cedb
USDC 6 0xddafbb505ad214d7b80b1f830fccc89b60fb7a83
WXDAI 18 0xe91d153e0b41518a2ce8dd3d7944fa863463a97d
EURe 18 0xcb444e90d8198415266c6a2724b7900fb12fc56e
sDAI 18 0xaf204776c7245bf4147c2612bf6e5972ee483701
USDC.e 6 0x2a22f9c3b484c3629090feed35f17ff8f88f76f0
GHO 18 0xfc421ad3c883bf9e7c4f42de845c4e4405799e73
`
