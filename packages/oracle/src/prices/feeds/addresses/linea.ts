/** Asset, quote, proxy, heartbeat in seconds, deviation in basis points. Addresses and heartbeats as in github.com/LZeroAnalytics/chainlink-package; the deviation is that of the class of asset, not read from the feed. */
export const linea = `
BTC USD 0x7a99092816c8bd5ec8ba229e3a6e6da1e628e1f9 86400 50
ETH USD 0x3c6cd9cc7c7a4c2cf5a82734cd249d7d593354da 86400 50
ezETH ETH 0xb1d9a4fe9331e28c5588b63343bf064a397aadb8 86400 200
USDC USD 0xaadaa473c1bdf7317ec07c915680af29debfdcb5 86400 50
USDT USD 0xefca2bbe0edd0e22b2e0d2f8248e99f4bef4a7db 86400 50
weETH ETH 0xc4bf21ab46bd22cf993c0aaa363577bd2af83544 86400 200
wstETH USD 0x8ece1aba32716fdde8d6482bfd88e9a0ee01f565 86400 100
`
