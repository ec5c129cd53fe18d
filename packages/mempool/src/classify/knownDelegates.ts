import type { Address } from 'viem'

/**
 * Contracts that known wallets set as the code of accounts (EIP-7702), at the same address on every chain.
 *
 * @see https://ethereum.org/roadmap/pectra/7702/
 * @see https://github.com/Jam516/BundleBear/blob/main/models/eip7702/labels/eip7702_labels_authorized_contracts.sql
 */
export const knownDelegates: ReadonlySet<Address> = new Set<Address>([
  // MetaMask's EIP7702StatelessDeleGator
  '0x63c0c19a282a1b52b07dd5a65b58948a07dae32b',
  // Uniswap's minimal delegation and Calibur
  '0x0c338ca25585035142a9a0a1eeeba267256f281f',
  '0x458f5a9f47a01bea5d7a32662660559d9ed3312c',
  '0x000000009b1d0af20d8c6d0a44e162d11f9b8f00',
  '0x000000005c84f8fd50b21cac312528a64437030e',
  // Simple7702Account of the authors of ERC-4337
  '0x4cd241e8d1510e30b2076397afc7508ae59c66c9',
  '0xe6cae83bde06e4c305530e199d7217f42808555b',
  // Alchemy's ModularAccount
  '0x69007702764179f14f51cdce752f4f775d74e139',
  // Ambire
  '0x5a7fc11397e9a8ad41bf10bf13f22b0a63f96f6d',
  // Coinbase's EIP7702Proxy
  '0x7702cb554e6bfb442cb743a7df23154544a7176c',
  // ZeroDev's Kernel 3.3
  '0xd6cedde84be40893d153be9d467cd6ad37875b28',
  // Biconomy's Nexus
  '0x000000004f43c49e93c970e84001853a70923b03',
  // thirdweb
  '0xbac7e770af15d130cd72838ff386f14fbf3e9a3d',
  // OKX
  '0x80296ff8d1ed46f8e3c7992664d13b833504c2bb',
  '0xe40ccb2d94975c51bff0c004efdfd9b3a5796fa4',
  // Trust Wallet
  '0xd2e28229f6f2c235e57de2ebc727025a1d0530fb',
  // WhiteBIT
  '0xcda3577ca7ef65f6b7201e9bd80375f5628d15f7',
  '0x79cf9e04ad9aeb210768c22c228673aed6cd24c4',
])
