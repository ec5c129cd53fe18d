import { deployedOn } from '../../decoder/deployedOn.ts'
import type { Contract } from '../../decoder/protocol.ts'

/** Source: deploy-addresses of Uniswap/universal-router over its history, and the routers of universal-router-sdk. */
export const routersV1: Contract['addresses'] = {
  ethereum: ['0x0000000052be00ba3a005edbe83a0fb9aadb964c', '0xef1c6e67703c7bd7107eed8303fbe6ec2554bf6b'],
  ...deployedOn(['arbitrum', 'polygon'], '0x4c60051384bd2d3c01bfc845cf5f4b44bcbe9de5'),
  bsc: ['0x5dc88340e1c5c6366864ee415d6034cadd1a9897'],
  celo: ['0xc73d61d192fb994157168fb56730fdec64c9cb8f'],
  optimism: ['0xb555edf5dcf85f42ceef1f3630a52a108e55a654'],
}

export const routersV12: Contract['addresses'] = {
  ethereum: ['0x3fc91a3afd70395cd496c647d5a6cc9d4b2b7fad', '0x3f6328669a86bef431dc6f9201a5b90f7975a023'],
  arbitrum: [
    '0x5e325eda8064b456f4781070c0738d849c824258',
    '0xec8b0f7ffe3ae75d7ffab09429e3675bb63503e4',
    '0x3fc91a3afd70395cd496c647d5a6cc9d4b2b7fad',
  ],
  optimism: [
    '0xcb1355ff08ab38bbce60111f1bb2b784be25d7e8',
    '0xec8b0f7ffe3ae75d7ffab09429e3675bb63503e4',
    '0x3fc91a3afd70395cd496c647d5a6cc9d4b2b7fad',
  ],
  polygon: [
    '0xec7be89e9d109e7e3fec59c222cf297125fefda2',
    '0x643770e279d5d0733f21d6dc03a8efbabf3255b4',
    '0x3fc91a3afd70395cd496c647d5a6cc9d4b2b7fad',
  ],
  base: [
    '0x3fc91a3afd70395cd496c647d5a6cc9d4b2b7fad',
    '0xec8b0f7ffe3ae75d7ffab09429e3675bb63503e4',
    '0x198ef79f1f515f02dfe9e3115ed9fc07183f02fc',
  ],
  bsc: [
    '0x4dae2f939acf50408e13d58534ff8c2776d45265',
    '0xec8b0f7ffe3ae75d7ffab09429e3675bb63503e4',
    '0x3fc91a3afd70395cd496c647d5a6cc9d4b2b7fad',
  ],
  avalanche: ['0x4dae2f939acf50408e13d58534ff8c2776d45265', '0x82635af6146972cd6601161c4472ffe97237d292'],
  blast: ['0x643770e279d5d0733f21d6dc03a8efbabf3255b4', '0xe463635f6e73c1e595554c3ae216472d0fb929a9'],
  celo: ['0x643770e279d5d0733f21d6dc03a8efbabf3255b4', '0x88a3ed7f21a3fcf6adb86b6f878c5b7a02d20e9b'],
  worldchain: ['0x7a250d5630b4cf539739df2c5dacb4c659f2488d'],
  zksync: ['0x28731bcc616b5f51dd52cf2e4df0e78dd1136c06'],
  unichain: ['0x4d73a4411ca1c660035e4aecc8270e5dddec8c17'],
}

/** Universal Router 2.0 and 2.1. */
export const routersV2: Contract['addresses'] = {
  ethereum: ['0x66a9893cc07d91d95644aedd05d03f95e1dba8af', '0xd92a36b0000531ef3063ded4de20a0783308446c'],
  arbitrum: ['0xa51afafe0263b40edaef0df8781ea9aa03e381a3', '0x96b2fd2f80e9428daa65d859653117d453981ab4'],
  optimism: ['0x851116d9223fabed8e56c0e6b8ad0c31d98b3507'],
  polygon: ['0x1095692a6237d83c6a72f3f5efedb9a670c49223', '0xe27610fd9dd05fc061366bc9da414ca6f948f204'],
  base: ['0x6ff5693b99212da76ad316178a184ab56d299b43', '0xf3a4f4094bd2c6c06ca2f61789d8727b8d1e7259'],
  bsc: ['0x1906c1d672b88cd1b9ac7593301ca990f94eae07', '0x91bf3bfaef8d771a74e1a8fe460b3ee646b2e588'],
  avalanche: ['0x94b75331ae8d42c1b61065089b7d48fe14aa73b7'],
  celo: ['0xcb695bc5d3aa22cad1e6df07801b061a05a0233a'],
  blast: ['0xeabbcb3e8e415306207ef514f660a3f820025be3'],
  worldchain: ['0x8ac7bee993bb44dab564ea4bc9ea67bf9eb5e743'],
  unichain: ['0xef740bf23acae26f6492b10de645d6b98dc8eaf3', '0xe6039ae5b44f90d56c6b029354fb22999861a9a0'],
  linea: ['0x661e93cca42afacb172121ef892830ca3b70f08d', '0xba548ce7a95f87bc66a0c7c6eab1e428735f8b57'],
  ink: ['0x112908dac86e20e7241b0927479ea3bf935d1fa0'],
}

/** Addresses that several chains share: 2.1.1, and two of 2.1.2. */
const v211 = '0x8b844f885672f333bc0042cb669255f93a4c1e6b'
const [v212, shared] = [
  '0xdc264714f68d84cf29bc605589405e78bdbe7c9f',
  '0x661e93cca42afacb172121ef892830ca3b70f08d',
] as const

/**
 * Universal Router 2.1.1, 2.1.2 and 2.2, which check the minimum prices of hops. Additional source: deployments of
 * Uniswap/contracts.
 */
export const routersV211: Contract['addresses'] = {
  ethereum: [
    '0x4c82d1fbfe28c977cbb58d8c7ff8fcf9f70a2cca',
    '0xcb640a86855f1a828c27241ba364348de28abe66',
    '0x23617e59a5925b2a4bf75d73ff6711cd0b29de85',
    '0xab863e752bf67d8dcdd929eaae9be9dc83fb3bbb',
  ],
  arbitrum: [v211, '0x2d01411773c8c24805306e89a41f7855c3c4fe65'],
  optimism: [v211, '0xc09255d86db563cbc11c2fcf4a0c512e160111b4'],
  polygon: [v211, v212],
  base: ['0xfdf682f51fe81aa4898f0ae2163d8a55c127fbc7', '0xd6145b2d3f379919e8cdeda7b97e37c4b2ca9c40'],
  bsc: [v211, v212],
  avalanche: [v211, shared],
  celo: [v211, '0xe2023f3fa515cf070e07fd9d51c1d236e07843f4'],
  blast: [v211, shared],
  worldchain: [v211, '0xf025e0fe9e331a0ef05c2ad3c4e9c64b625cda6f'],
  unichain: ['0xfdf682f51fe81aa4898f0ae2163d8a55c127fbc7', '0xd1b797d92d87b688193a2b976efc8d577d204343'],
  linea: [v211, v212],
  ink: ['0x28bd21bb4ea4fda370d8d7544992038375d8d456', shared, '0x8bbcaeb326ad590521a921c9e457ee09f336b48c'],
}
