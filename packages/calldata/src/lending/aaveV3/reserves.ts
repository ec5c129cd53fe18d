import type { ChainName } from '@outrigger/core'
import type { Address } from 'viem'

/**
 * Underlying tokens in the order of the pool's reserve ids, which the packed calls of L2Pool use.
 * Source: Aave Address Book 4.49.8, https://github.com/bgd-labs/aave-address-book (MIT).
 */
export const reserves: { readonly [chain in ChainName]?: readonly Address[] } = {
  arbitrum: [
    '0xda10009cbd5d07dd0cecc66161fc93d7c9000da1', // DAI
    '0xf97f4df75117a78c1a5a0dbb814af92458539fb4', // LINK
    '0xff970a61a04b1ca14834a43f5de4533ebddb5cc8', // USDC
    '0x2f2a2543b76a4166549f7aab2e75bef0aefc5b0f', // WBTC
    '0x82af49447d8a07e3bd95bd0d56f35241523fbab1', // WETH
    '0xfd086bc7cd5c481dcc9c85ebe478a1c0b69fcbb9', // USDT
    '0xba5ddd1f9d7f570dc94a51479a000e3bce967196', // AAVE
    '0xd22a58f79e9481d1a88e00c343885a588b34b68b', // EURS
    '0x5979d7b546e38e414f7e9822514be443a4800529', // wstETH
    '0x3f56e0c36d275367b8c502090edf38289b3dea0d', // MAI
    '0xec70dcb4a1efa46b8f2d97c310c9c4790ba5ffa8', // rETH
    '0x93b346b6bc2548da6a1e7d98e9a421b42541425b', // LUSD
    '0xaf88d065e77c8cc2239327c5edb3a432268e5831', // USDCn
    '0x17fc002b466eec40dae837fc4be5c67993ddbd6f', // FRAX
    '0x912ce59144191c1204e64559fe8253a0e49e6548', // ARB
    '0x35751007a407ca6feffe80b3cb397736d2cf4dbe', // weETH
    '0x7dff72693f6a4149b17e7c6314655f6a9f7c8b33', // GHO
    '0x2416092f143378750bb29b79ed961ab195cceea5', // ezETH
    '0x4186bfc76e2e237523cbc30fd220fe055156b41f', // rsETH
    '0x6c84a8f1c29108f47a79964b5fe888d4f4d0de40', // tBTC
  ],
  optimism: [
    '0xda10009cbd5d07dd0cecc66161fc93d7c9000da1', // DAI
    '0x350a791bfc2c21f9ed5d10980dad2e2638ffa7f6', // LINK
    '0x7f5c764cbc14f9669b88837ca1490cca17c31607', // USDC
    '0x68f180fcce6836688e9084f035309e29bf0a2095', // WBTC
    '0x4200000000000000000000000000000000000006', // WETH
    '0x94b008aa00579c1307b0ef2c499ad98a8ce58e58', // USDT
    '0x76fb31fb4af56892a25e32cfc43de717950c9278', // AAVE
    '0x8c6f28f2f1a3c87f0f938b96d27520d9751ec8d9', // sUSD
    '0x4200000000000000000000000000000000000042', // OP
    '0x1f32b1c2345538c0c6f582fcb022739c4a194ebb', // wstETH
    '0xc40f949f8a4e094d1b49a23ea9241d289b7b2819', // LUSD
    '0xdfa46478f9e5ea86d57387849598dbfb2e964b02', // MAI
    '0x9bcef72be871e61ed4fbbc7630889bee758eb81d', // rETH
    '0x0b2c639c533813f4aa9d7837caf62653d097ff85', // USDCn
  ],
  base: [
    '0x4200000000000000000000000000000000000006', // WETH
    '0x2ae3f1ec7f1f5012cfeab0185bfc7aa3cf0dec22', // cbETH
    '0xd9aaec86b65d86f6a7b5b1b0c42ffa531710b6ca', // USDbC
    '0xc1cba3fcea344f92d9239c08c0568f6f2f0ee452', // wstETH
    '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913', // USDC
    '0x04c0599ae5a44757c0af6f9ec3b93da8976c150a', // weETH
    '0xcbb7c0000ab88b473b1f5afd9ef808440eed33bf', // cbBTC
    '0x2416092f143378750bb29b79ed961ab195cceea5', // ezETH
    '0x6bb7a212910682dcfdbd5bcbb3e28fb4e8da10ee', // GHO
    '0xedfa23602d0ec14714057867a78d01e94176bea0', // wrsETH
    '0xecac9c5f704e954931349da37f60e39f515c11c1', // LBTC
    '0x60a3e35cc302bfa44cb288bc5a4f316fdb1adb42', // EURC
    '0x63706e401c06ac8513145b7687a14804d17f814b', // AAVE
    '0x236aa50979d5f3de3bd1eeb40e81137f22ab794b', // tBTC
    '0x660975730059246a68521a3e2fbd4740173100f5', // syrupUSDC
  ],
  scroll: [
    '0x5300000000000000000000000000000000000004', // WETH
    '0x06efdbff2a14a7c8e15944d1f4a48f9f95f663a4', // USDC
    '0xf610a9dfb7c89644979b4a0f27063e9e7d7cda32', // wstETH
    '0x01f0a31698c4d065659b9bdc21b3610292a1c506', // weETH
    '0xd29687c813d741e2f938f4ac377128810e217b1b', // SCR
  ],
  ink: [
    '0x4200000000000000000000000000000000000006', // WETH
    '0x73e0c0d45e048d25fc26fa3159b0aa04bfa4db98', // kBTC
    '0x0200c29006150606b650577bbe7b6248f58470c1', // USDT
    '0xe343167631d89b6ffc58b88d6b7fb0228795491d', // USDG
    '0xfc421ad3c883bf9e7c4f42de845c4e4405799e73', // GHO
    '0x2d270e6886d130d724215a266106e6832161eaed', // USDC
    '0xa3d68b74bf0528fdd07263c60d6488749044914b', // weETH
    '0x9f0a74a92287e323eb95c1cd9ecdbeb0e397cae4', // wrsETH
    '0x2416092f143378750bb29b79ed961ab195cceea5', // ezETH
    '0x211cc4dd073734da055fbf44a2b4667d5e5fe5d2', // sUSDe
    '0x5d3a1ff2b6bab83b63cd9ad0787074081a52ef34', // USDe
    '0xae4efbc7736f963982aacb17efa37fcbab924cb3', // SolvBTC
    '0x8a76fe7fa6da27f85a626c5c53730b38d13603d7', // syrupUSDT
  ],
  mantle: [
    '0xdeaddeaddeaddeaddeaddeaddeaddeaddead1111', // WETH
    '0x78c1b0c915c4faa5fffa6cabf0219da63d7f4cb8', // WMNT
    '0x779ded0c9e1022225f8e0630b35a9b54be713736', // USDT0
    '0x09bc4e0d864854c6afb6eb9a9cdf58ac190d0df9', // USDC
    '0x5d3a1ff2b6bab83b63cd9ad0787074081a52ef34', // USDe
    '0x211cc4dd073734da055fbf44a2b4667d5e5fe5d2', // sUSDe
    '0xc96de26018a54d51c097160568752c4e3bd6c364', // FBTC
    '0x051665f2455116e929b9972c36d23070f5054ce0', // syrupUSDT
    '0x93e855643e940d025be2e529272e4dbd15a2cf74', // wrsETH
    '0xfc421ad3c883bf9e7c4f42de845c4e4405799e73', // GHO
  ],
}
