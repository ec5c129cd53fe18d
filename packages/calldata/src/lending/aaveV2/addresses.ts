import type { ChainName } from '@outrigger/core'
import type { Address } from 'viem'
import type { AddressBook } from '../../decoder/deployment.ts'

/** Source: Aave Address Book 4.49.8, https://github.com/bgd-labs/aave-address-book (MIT). */
type Addresses = { readonly [chain in ChainName]?: readonly Address[] }

/**
 * LendingPool contracts of Aave V2 by chain. `fromBlock` is a block before the first loan, not exactly the block of
 * the deployment. Aave Arc is not listed, because only accounts that its permission manager approves may liquidate
 * there.
 */
export const pools: AddressBook = {
  ethereum: [
    { name: 'Main', address: '0x7d2768de32b0b80b7a3454c06bdac94a69ddc7a9', fromBlock: 11_360_000n },
    { name: 'AMM', address: '0x7937d4799803fbbe595ed57278bc4ca21f3bffcb', fromBlock: 11_750_000n },
    { name: 'Arc', address: '0x37d7306019a38af123e4b245eb6c28af552e0bb0' },
  ],
  polygon: [{ address: '0x8dff5e27ea6b7ac08ebfdf9eb090f32ee9a30fcf', fromBlock: 12_600_000n }],
  avalanche: [{ address: '0x4f01aed16d97e3ab5ab2b501154dc9bb0f1a5a2c' }],
}

export const gateways: Addresses = {
  ethereum: ['0xa0d9c1e9e48ca30c8d8c3b5d69ff5dc1f6dffc24', '0xbe9a7b3f2f54e18d7c0a17b03ad84ac2d1d28eac'],
  polygon: ['0xf1e6d4347105138b51e2baca9a22fa228309ebb1'],
  avalanche: ['0x68c815cb8c8390bc3f2ce99265044dec9d350c49'],
}

export const adapters: Addresses = {
  ethereum: ['0x80aca0c645fedabaa20fd2bf0daf57885a309fe6', '0x135896de8421be2ec868e0b811006171d9df802a'],
  polygon: ['0x6d49dc81a1f07a6b1902dc79bc2d408cb9d555d1', '0x35784a624d4ffbc3594f4d16fa3801fef063241c'],
  avalanche: ['0x935b362ee3e1f342cc48118c528aabee5118f6e6', '0x2ecf2a2e74b19aab2a62312167aff4b78e93b6c5'],
}
