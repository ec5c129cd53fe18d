/** Asset, quote, proxy, heartbeat in seconds, deviation in basis points. Addresses and heartbeats as in github.com/LZeroAnalytics/chainlink-package; the deviation is that of the class of asset, not read from the feed. */
export const optimism = `
AAVE USD 0x338ed6787f463394d24813b297401b9f05a8c9d1 1200 100
BTC USD 0xd702dd976fb76fffc2d3963d037dfdae5b04e593 1200 15
DAI USD 0x8dba75e83da73cc766a7e5a0ee71f656bab470d6 86400 50
ETH USD 0x13e3ee699d1909e989722e753853ae30b17e08c5 1200 15
LINK USD 0xcc232dcfaae6354ce191bd574108c1ad03f86450 1200 100
OP USD 0x0d276fc14719f9292d5c1ea2198673d1f4269246 1200 100
rETH ETH 0xb429de60943a8e6ded356dca2f93cd31201d9ed0 86400 200
USDC USD 0x16a9fa2fda030272ce99b29cf780dfa30361e0f3 86400 50
USDT USD 0xecef79e109e997bca29c1c0897ec9d7b03647f5e 86400 50
WBTC USD 0x718a5788b89454aae3a028ae9c111a29be6c2a6f 1200 100
wstETH USD 0x698b585cbc4407e2d54aa898b2600b53c68958f7 86400 100
`
