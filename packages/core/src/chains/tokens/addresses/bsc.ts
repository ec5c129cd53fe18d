/** Symbol, decimals, address. Source: reserves of the Aave address book (MIT) and the issuers' own pages. */
export const bsc = `
Cake 18 0x0e09fabb73bd3ade0a17ecc321fd13a19e81ce82
WBNB 18 0xbb4cdb9cbd36b01bd1cbaebf2de08d9173bc095c
BTCB 18 0x7130d2a12b9bcbfae4f2634d864a1ee1ce3ead9c
ETH 18 0x2170ed0880ac9a755fd29b2688956bd959f933f8
USDC 18 0x8ac76a51cc950d9822d68b83fe1ad97b32cd580d
USDT 18 0x55d398326f99059ff775485246999027b3197955
FDUSD 18 0xc5f0f7b66764f6ec8c8dff7ba683102295e16409
wstETH 18 0x26c5e01524d2e6280a48f2c50ff6de7e52e9611c
`
