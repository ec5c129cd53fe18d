/**
 * Symbol, decimals, address, logo. Source: reserves of the Aave address book (MIT), the issuers' own pages, the Superchain token
 * list (MIT).
 */
export const optimism = `
DAI 18 0xda10009cbd5d07dd0cecc66161fc93d7c9000da1 op:DAI/logo.svg
LINK 18 0x350a791bfc2c21f9ed5d10980dad2e2638ffa7f6 op:LINK/logo.png
USDC 6 0x7f5c764cbc14f9669b88837ca1490cca17c31607 op:BridgedUSDC/logo.png
WBTC 8 0x68f180fcce6836688e9084f035309e29bf0a2095 op:WBTC/logo.svg
WETH 18 0x4200000000000000000000000000000000000006 op:WETH/logo.png
USDT 6 0x94b008aa00579c1307b0ef2c499ad98a8ce58e58 op:USDT/logo.png
AAVE 18 0x76fb31fb4af56892a25e32cfc43de717950c9278 op:AAVE/logo.svg
sUSD 18 0x8c6f28f2f1a3c87f0f938b96d27520d9751ec8d9 op:sUSD/logo.svg
OP 18 0x4200000000000000000000000000000000000042 op:OP/logo.png
wstETH 18 0x1f32b1c2345538c0c6f582fcb022739c4a194ebb op:wstETH/logo.svg
LUSD 18 0xc40f949f8a4e094d1b49a23ea9241d289b7b2819 op:LUSD/logo.svg
MAI 18 0xdfa46478f9e5ea86d57387849598dbfb2e964b02
rETH 18 0x9bcef72be871e61ed4fbbc7630889bee758eb81d op:rETH/logo.svg
USDC 6 0x0b2c639c533813f4aa9d7837caf62653d097ff85 op:USDC/logo.png
`
