import { multicallFunctions } from '../../accounts/selfMulticall.ts'
import { each } from '../../decoder/each.ts'
import { otherAction } from '../../decoder/otherAction.ts'
import { type Contract, defineFunctions, defineProtocol, joinFunctions } from '../../decoder/protocol.ts'
import { allowanceFunctions } from '../../tokens/permit2/permit2.ts'
import { decodeActions, definePositionActions, defineSwapActions } from './steps.ts'

const positionActions = definePositionActions(5)
export const uniswapV4Swaps = defineSwapActions(5)

/** Addresses of Uniswap V4's PositionManager. */
export const v4PositionManagers: Contract['addresses'] = {
  ethereum: ['0xbd216513d74c8cf14cf4747e6aaa6420ff64ee9e'],
  optimism: ['0x3c3ea4b57a46241e54610e5f022e5c45859a1017'],
  arbitrum: ['0xd88f38f930b7952f2db2432cb002e7abbf3dd869'],
  polygon: ['0x1ec2ebf4f37e7363fdfe3551602425af0b3ceef9'],
  base: ['0x7c5f5a4bbd8fd63184577525326123b519429bdc'],
  bsc: ['0x7a4a5c919ae2541aed11041a1aeee68f1287f95b'],
  avalanche: ['0xb74b1f14d2754acfcbbe1a221023a5cf50ab8acd'],
  celo: ['0xf7965f3981e4d5bc383bfbcb61501763e9068ca9'],
  blast: ['0x4ad2f4cca2682cbb5b950d660dd458a1d3f1baad'],
  worldchain: ['0xc585e0f504613b5fbf874f21af14c65260fb41fa'],
  unichain: ['0x4529a01c7a0410167c5740c487a8de60232617bf'],
  linea: ['0xddcad5775b2816a87495f207731b3571d7ee3c76'],
  ink: ['0x1b35d13a2e2528f192637f14b05f0dc0e7deb566'],
}

export const v4PositionFunctions = joinFunctions(
  multicallFunctions,
  allowanceFunctions,
  defineFunctions({
    'modifyLiquidities(bytes,uint256)': (call) => decodeActions(call, call.inside(call.bytes(0)), positionActions),
    'modifyLiquiditiesWithoutUnlock(bytes,bytes[])': (call) => decodeActions(call, call, positionActions),
    ...each(
      otherAction,
      'initializePool((address,address,uint24,int24,address),uint160)',
      'initialize((address,address,uint24,int24,address),uint160)',
    ),
  }),
)

export const uniswapV4 = defineProtocol({
  id: 'uniswap_v4',
  name: 'Uniswap V4',
  source: 'https://docs.uniswap.org/contracts/v4/deployments',
  contracts: [{ name: 'PositionManager', addresses: v4PositionManagers, functions: v4PositionFunctions }],
  atAnyAddress: v4PositionFunctions,
})
