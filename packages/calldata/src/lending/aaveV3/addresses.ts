import type { ChainName } from '@outrigger/core'
import type { Address } from 'viem'
import type { AddressBook } from '../../decoder/deployment.ts'

const shared = '0x794a61358d6845594f94dc1db02a252b5b4814ad'

/** Source: Aave Address Book 4.49.8, https://github.com/bgd-labs/aave-address-book (MIT). */
type Addresses = { readonly [chain in ChainName]?: readonly Address[] }

/**
 * Pool contracts of Aave V3 by chain. `fromBlock` is a block before the first loan, not exactly the block of the
 * deployment.
 */
export const pools: AddressBook = {
  ethereum: [
    { name: 'Core', address: '0x87870bca3f3fd6335c3f4ce8392d69350b4fa4e2', fromBlock: 16_291_000n },
    { name: 'Prime', address: '0x4e033931ad43597d96d6bcc25c280717730b58b1', fromBlock: 20_200_000n },
    { name: 'EtherFi', address: '0x0aa97c284e98396202b6a04024f5e2c65026f3c0', fromBlock: 19_784_000n },
    { name: 'Horizon', address: '0xae05cd22df81871bc7cc2a04becfb516bfe332c8', fromBlock: 22_500_000n },
  ],
  polygon: [{ address: shared, fromBlock: 25_800_000n }],
  arbitrum: [{ address: shared, fromBlock: 7_700_000n }],
  optimism: [{ address: shared, fromBlock: 4_188_000n }],
  base: [{ address: '0xa238dd80c259a72e81d7e4664a9801593f98d1c5', fromBlock: 1_371_000n }],
  gnosis: [{ address: '0xb50201558b00496a145fe76f7424749556e326d8', fromBlock: 27_979_000n }],
  avalanche: [{ address: shared }],
  bsc: [{ address: '0x6807dc923806fe8fd134338eabca509979a7e0cb' }],
  sonic: [{ address: '0x5362dbb1e601abf3a4c14c22ffeda64042e5eaa3' }],
  zksync: [{ address: '0x78e30497a3c7527d953c6b1e3541b021a98ac43c' }],
  mantle: [{ address: '0x458f293454fe0d67ec0655f3672301301dd51422' }],
  celo: [{ address: '0x3e59a31363e2ad014dcbc521c4a0d5757d9f3402' }],
  ink: [{ address: '0x2816cf15f6d2a220e789aa011d5ee4eb6c47feba' }],
  linea: [{ address: '0xc47b8c00b0f69a36fa203ffeac0334874574a8ac' }],
  scroll: [{ address: '0x11fcfe756c05ad438e312a7fd934381537d3cffe' }],
}

export const gateways: Addresses = {
  ethereum: [
    '0xd01607c3c5ecaba394d8be377a08590149325722',
    '0xf956b38f035dc9067fb827a512d3cf35202ab0bc',
    '0x3167c452fa3fa1e5c16bb83bc0fde4519c464299',
  ],
  optimism: ['0x5f2508cae9923b02316254026cd43d7902866725'],
  bsc: ['0x0c2c95b24529664fe55d4437d7a31175cfe6c4f7'],
  gnosis: ['0x721b9abab6511b46b9ee83a1aba23bdacb004149'],
  polygon: ['0xbc302053db3aa514a3c86b9221082f162b91ad63'],
  sonic: ['0x061d8e131f26512348ee5fa42e2df1ba9d6505e9'],
  zksync: ['0xae2b00d676130bdf22582781bbba8f4f21e8b0ff'],
  mantle: ['0x9c6ccac66b1c9aba4855e2dd284b9e16e41e06ea'],
  base: ['0xa0d9c1e9e48ca30c8d8c3b5d69ff5dc1f6dffc24'],
  arbitrum: ['0x5283beced7adf6d003225c13896e536f2d4264ff'],
  avalanche: ['0x2825ce5921538d17cc15ae00a8b24ff759c6cdae'],
  ink: ['0xde090efcd6ef4b86792e2d84e55a5fa8d49d25d2'],
  linea: ['0x31a239f3e39c5d8ba6b201ba81ed584492ae960f'],
  scroll: ['0xe79ca44408dae5a57ea2a9594532f1e84d2edaa4'],
}

export const adapters: Addresses = {
  ethereum: [
    '0x35bb522b102326ea3f1141661df4626c87000e3e',
    '0xadc0a53095a0af87f3aa29fe0715b5c28016364e',
    '0x78f8bd884c3d738b74b420540659c82f392820e0',
    '0x23b282c49c88d9161aae14b5ed777b976a5ae65d',
    '0xb04427efdd15b0ec233400d2f7f7e4fd0291c285',
    '0x850347e0cf64fd342a3404c1c5da21aa0a46c5c6',
    '0x66e1abdb06e7363a618d65a910c540dfed23754f',
    '0xd0887aa7febc8962c622493646195e7c76d94fce',
    '0x43edb797834151d041619eef833edc784b509dae',
  ],
  optimism: [
    '0x5d4d4007a4c6336550ddaa2a7c0d5e7972eebd16',
    '0x830c5a67a0c95d69da5fb7801ac1773c6fb53857',
    '0x78f8bd884c3d738b74b420540659c82f392820e0',
  ],
  bsc: [
    '0x5598bbfa2f4fe8151f45bba0a3ede1b54b51a0a9',
    '0x33e0b3fc976dc9c516926ba48cfc0a9e10a2aaa5',
    '0x5e2d083417d12d4b0824e14ecd48d26831f4da7d',
  ],
  gnosis: [
    '0x86b0521f92a554057e54b93098ba2a6aaa2f4acb',
    '0x63dfa7c09dc2ff4030d6b8dc2ce6262bf898c8a4',
    '0xc0179321f0825c3e0f59fe7ca4e40557b97797a3',
  ],
  polygon: [
    '0x5d4d4007a4c6336550ddaa2a7c0d5e7972eebd16',
    '0xc4aff49fced8ac1d818a6dcab063f9f97e66ec5e',
    '0x78f8bd884c3d738b74b420540659c82f392820e0',
  ],
  sonic: [
    '0x5598bbfa2f4fe8151f45bba0a3ede1b54b51a0a9',
    '0x78f8bd884c3d738b74b420540659c82f392820e0',
    '0x5d4d4007a4c6336550ddaa2a7c0d5e7972eebd16',
  ],
  base: [
    '0x63dfa7c09dc2ff4030d6b8dc2ce6262bf898c8a4',
    '0x2e549104c516b8657a7d888494dfbabd7c70b464',
    '0x5598bbfa2f4fe8151f45bba0a3ede1b54b51a0a9',
  ],
  arbitrum: [
    '0xe28e2c8d240dd5ebd0adcab86fbd79df7a052034',
    '0xf3c3f14dd7bdb7e03e6ebc3bc5ffc6d66de12251',
    '0x5598bbfa2f4fe8151f45bba0a3ede1b54b51a0a9',
  ],
  avalanche: [
    '0x5d4d4007a4c6336550ddaa2a7c0d5e7972eebd16',
    '0x2cf641f7c0eac2788a7924b82d6ca8eb7baa4e3a',
    '0x78f8bd884c3d738b74b420540659c82f392820e0',
  ],
}
