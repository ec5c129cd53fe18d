/** Asset, quote, proxy, heartbeat in seconds, deviation in basis points. Addresses and heartbeats as in github.com/LZeroAnalytics/chainlink-package; the deviation is that of the class of asset, not read from the feed. */
export const base = `
BTC USD 0x64c911996d3c6ac71f9b455b1e8e7266bcbd848f 1200 15
cbBTC USD 0x07da0e54543a844a80abe69c8a12f22b3aa59f9d 1200 100
cbETH USD 0xd7818272b9e248357d13057aab0b417af31e817d 1200 100
ETH USD 0x71041dddad3595f9ced3dccfbe3d1f4b0a16bb70 1200 15
EURC USD 0xdae398520e2b67cd3f27aef9cf14d93d927f8250 86400 100
ezETH ETH 0x960bdd1dfd20d7c98fa482d793c3dedd73a113a3 86400 200
GHO USD 0x42868efcee13c0e71af89c04ff7d96f5bec479b0 86400 50
LBTC USD 0x9e07546c9fe8868855cd04b26051a26d1599e270 86400 100
tBTC USD 0x6d75bfb5a5885f841b132198c9f0be8c872057bf 86400 100
USDC USD 0x7e860098f58bbfc8648a4311b374b1d669a2bc6b 86400 50
weETH ETH 0xfc1415403ebb0c693f9a7844b92ad2ff24775c65 86400 200
wstETH ETH 0x43a5c292a453a3bf3606fa856197f09d7b74251a 86400 200
`
