import type { Address } from 'viem'
import type { AddressBook } from '../../decoder/deployment.ts'

/** One market of Compound III: its contract, the symbol of its base token, and that token. */
export type Comet = { readonly address: Address; readonly name: string; readonly baseToken: Address }

const comet = (name: string, address: Address, baseToken: Address, fromBlock?: bigint) => ({
  name,
  address,
  baseToken,
  ...(fromBlock !== undefined && { fromBlock }),
})

/**
 * Markets of Compound III by chain, one for each base token.
 *
 * Addresses: deployments of https://github.com/compound-finance/comet. Creation blocks: the list of
 * https://app.compound.finance.
 */
export const comets: AddressBook<Comet> = {
  ethereum: [
    comet(
      'USDC',
      '0xc3d688b66703497daa19211eedff47f25384cdc3',
      '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
      15_331_586n,
    ),
    comet(
      'USDS',
      '0x5d409e56d886231adaf00c8775665ad0f9897b56',
      '0xdc035d45d973e3ec169d2276ddab16f1e407384f',
      20_987_551n,
    ),
    comet(
      'USDT',
      '0x3afdc9bca9213a35503b077a6072f3d0d5ab0840',
      '0xdac17f958d2ee523a2206206994597c13d831ec7',
      20_190_637n,
    ),
    comet(
      'WBTC',
      '0xe85dc543813b8c2cfeaac371517b925a166a9293',
      '0x2260fac5e5542a773aa44fbcfedf7c193bc2c599',
      21_820_087n,
    ),
    comet(
      'WETH',
      '0xa17581a9e3356d9a858b789d68b4d866e593ae94',
      '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2',
      16_400_710n,
    ),
    comet(
      'wstETH',
      '0x3d0bb1ccab520a66e607822fc55bc921738fafe3',
      '0x7f39c581f595b53c5cb19bd0b3f8da6c935e2ca0',
      20_683_535n,
    ),
  ],
  arbitrum: [
    comet(
      'USDC.e',
      '0xa5edbdd9646f8dff606d7448e414884c7d905dca',
      '0xff970a61a04b1ca14834a43f5de4533ebddb5cc8',
      87_335_214n,
    ),
    comet(
      'USDC',
      '0x9c4ec768c28520b50860ea7a15bd7213a9ff58bf',
      '0xaf88d065e77c8cc2239327c5edb3a432268e5831',
      122_080_500n,
    ),
    comet(
      'USDT',
      '0xd98be00b5d27fc98112bde293e487f8d4ca57d07',
      '0xfd086bc7cd5c481dcc9c85ebe478a1c0b69fcbb9',
      223_796_350n,
    ),
    comet(
      'WETH',
      '0x6f7d514bbd4aff3bcd1140b7344b32f063dee486',
      '0x82af49447d8a07e3bd95bd0d56f35241523fbab1',
      219_386_101n,
    ),
  ],
  polygon: [
    comet(
      'USDC.e',
      '0xf25212e676d1f7f89cd72ffee66158f541246445',
      '0x2791bca1f2de4661ed88a30c99a7a9449aa84174',
      39_412_367n,
    ),
    comet(
      'USDT',
      '0xaeb318360f27748acb200ce616e389a6c9409a07',
      '0xc2132d05d31c914a87c6611c10748aeb04b58e8f',
      58_479_907n,
    ),
  ],
  base: [
    comet(
      'AERO',
      '0x784efeb622244d2348d4f2522f8860b96fbece89',
      '0x940181a94a35a4569e4529a3cdfb74e38fd98631',
      20_852_405n,
    ),
    comet(
      'USDbC',
      '0x9c4ec768c28520b50860ea7a15bd7213a9ff58bf',
      '0xd9aaec86b65d86f6a7b5b1b0c42ffa531710b6ca',
      2_197_588n,
    ),
    comet(
      'USDC',
      '0xb125e6687d4313864e53df431d5425969c15eb2f',
      '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
      11_699_480n,
    ),
    comet(
      'USDS',
      '0x2c776041ccfe903071af44aa147368a9c8eea518',
      '0x820c137fa70c8691f0e44dc420a5e53c168921dc',
      26_046_502n,
    ),
    comet(
      'WETH',
      '0x46e6b214b524310239732d51387075e0e70970bf',
      '0x4200000000000000000000000000000000000006',
      2_495_303n,
    ),
  ],
  optimism: [
    comet(
      'USDC',
      '0x2e44e174f7d53f0212823acc11c01a11d58c5bcb',
      '0x0b2c639c533813f4aa9d7837caf62653d097ff85',
      118_406_276n,
    ),
    comet(
      'USDT',
      '0x995e394b8b2437ac8ce61ee0bc610d617962b214',
      '0x94b008aa00579c1307b0ef2c499ad98a8ce58e58',
      120_295_564n,
    ),
    comet(
      'WETH',
      '0xe36a30d249f7761327fd973001a32010b521b6fd',
      '0x4200000000000000000000000000000000000006',
      122_730_232n,
    ),
  ],
  scroll: [comet('USDC', '0xb2f97c1bd3bf02f5e74d13f02e3e26f93d77ce44', '0x06efdbff2a14a7c8e15944d1f4a48f9f95f663a4')],
  mantle: [comet('USDe', '0x606174f62cd968d8e684c645080fa694c1d7786e', '0x5d3a1ff2b6bab83b63cd9ad0787074081a52ef34')],
  linea: [
    comet('USDC', '0x8d38a3d6b3c3b7d96d6536da7eef94a9d7dbc991', '0x176211869ca2b568f2a7d4ee941e073a821ee1ff'),
    comet('WETH', '0x60f2058379716a64a7a5d29219397e79bc552194', '0xe5d7c2a44ffddf6b295a15c148167daaaf5cf34f'),
  ],
  unichain: [
    comet('USDC', '0x2c7118c4c88b9841fcf839074c26ae8f035f2921', '0x078d782b760474a361dda0af3839290b0ef57ad6'),
    comet('WETH', '0x6c987dde50db1dcdd32cd4175778c2a291978e2a', '0x4200000000000000000000000000000000000006'),
  ],
}
