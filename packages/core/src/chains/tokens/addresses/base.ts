/**
 * Symbol, decimals, address, logo. Source: reserves of the Aave address book (MIT), the issuers' own pages, the Superchain token
 * list (MIT).
 */
export const base = `
WETH 18 0x4200000000000000000000000000000000000006 op:WETH/logo.png
cbETH 18 0x2ae3f1ec7f1f5012cfeab0185bfc7aa3cf0dec22 op:cbETH/logo.svg
USDbC 6 0xd9aaec86b65d86f6a7b5b1b0c42ffa531710b6ca op:BridgedUSDC/logo.png
wstETH 18 0xc1cba3fcea344f92d9239c08c0568f6f2f0ee452 op:wstETH/logo.svg
USDC 6 0x833589fcd6edb6e08f4c7c32d4f71b54bda02913 op:USDC/logo.png
weETH 18 0x04c0599ae5a44757c0af6f9ec3b93da8976c150a
cbBTC 8 0xcbb7c0000ab88b473b1f5afd9ef808440eed33bf
ezETH 18 0x2416092f143378750bb29b79ed961ab195cceea5
GHO 18 0x6bb7a212910682dcfdbd5bcbb3e28fb4e8da10ee
wrsETH 18 0xedfa23602d0ec14714057867a78d01e94176bea0
LBTC 8 0xecac9c5f704e954931349da37f60e39f515c11c1
EURC 6 0x60a3e35cc302bfa44cb288bc5a4f316fdb1adb42
AAVE 18 0x63706e401c06ac8513145b7687a14804d17f814b op:AAVE/logo.svg
tBTC 18 0x236aa50979d5f3de3bd1eeb40e81137f22ab794b op:tBTC/logo.svg
syrupUSDC 6 0x660975730059246a68521a3e2fbd4740173100f5
`
