import { deployedOn } from '../../decoder/deployedOn.ts'
import type { Contract } from '../../decoder/protocol.ts'

const first = ['ethereum', 'optimism', 'arbitrum', 'polygon'] as const

/** SwapRouter and SwapRouter02. Source: Uniswap's sdk-core and deployment pages. */
export const swapRouters: Contract['addresses'] = {
  ...deployedOn(first, '0xe592427a0aece92de3edee1f18e0157c05861564', '0x68b3465833fb72a70ecdf485e0e4c7bd8665fc45'),
  celo: ['0x5615cdab10dc425a742d643d949a7f474c01abc4'],
  bsc: ['0xb971ef87ede563556b2ed4b1c0b0019111dd85d2'],
  avalanche: ['0xbb00ff08d01d300023c629e8ffffcb65a5a578ce'],
  base: ['0x2626664c2603336e57b271c5c0b26f421741e481'],
  blast: ['0x549feb8c9bd4c12ad2ab27022da12492ac452b66'],
  zksync: ['0x99c56385dabce3e81d8499d0b8d0257abc07e8a3'],
  worldchain: ['0x091ad9e2e6e5ed44c1c66db50e49a601f9f36cf6'],
  unichain: ['0x73855d06de49d0fe4a9c42636ba96c62da12ff9c'],
  linea: ['0x3d4e44eb1374240ce5f1b871ab261cd16335b76a'],
  ink: ['0x177778f19e89dd1012bdbe603f144088a95c4b53'],
}

/** NonfungiblePositionManager. */
export const positionManagers: Contract['addresses'] = {
  ...deployedOn(first, '0xc36442b4a4522e871399cd717abdd847ab11fe88'),
  celo: ['0x3d79edaabc0eab6f08ed885c05fc0b014290d95a'],
  bsc: ['0x7b8a01b39d58278b5de7e48c8449c9f4f5170613'],
  avalanche: ['0x655c406ebfa14ee2006250925e54ec43ad184f8b'],
  base: ['0x03a520b32c04bf3beef7beb72e919cf822ed34f1'],
  blast: ['0xb218e4f7cf0533d4696fdfc419a0023d33345f28'],
  zksync: ['0x0616e5762c1e7dc3723c50663df10a162d690a86'],
  worldchain: ['0xec12a9f9a09f50550686363766cc153d03c27b5e'],
  unichain: ['0x943e6e07a7e8e791dafc44083e54041d743c46e9'],
  linea: ['0x4615c383f85d0a2bbed973d83ccecf5cb7121463'],
  ink: ['0xc0836e5b058bbe22ae2266e1ac488a1a0fd8dce8'],
}
