import { otherAction } from '../../decoder/otherAction.ts'
import { type Decode, defineFunctions, defineProtocol, joinFunctions } from '../../decoder/protocol.ts'
import { flashLoan, type LendingEvent, lending, liquidation } from '../lendingFunctions.ts'

const dai = '0x6b175474e89094c44da98b954eedeac495271d0f'
const sai = '0x89d24a6b4ccb1b6faa2625fe562bdd9a23260359'

type Step = {
  readonly event: LendingEvent
  readonly asset: 'native' | 'dai' | null
  readonly amount?: number | 'value'
}

/**
 * Decodes actions of DssProxyActions, which do several things at once. The calldata contains only the join contract
 * of a collateral, so the token is unknown.
 */
function steps(...list: readonly Step[]): Decode {
  const decoders = list.map(({ event, asset, amount }) =>
    lending(event, {
      ...(asset !== null && { asset: asset === 'dai' ? () => dai : ('native' as const) }),
      ...(amount !== undefined && { amount }),
    }),
  )
  return (call) => {
    for (const decode of decoders) decode(call)
  }
}
const lockEth: Step = { event: 'supply', asset: 'native', amount: 'value' }
const lock = (amount: number): Step => ({ event: 'supply', asset: null, amount })
const free = (asset: 'native' | null, amount: number): Step => ({ event: 'withdraw', asset, amount })
const draw = (amount: number): Step => ({ event: 'borrow', asset: 'dai', amount })
const wipe = (amount?: number): Step => ({
  event: 'repay',
  asset: 'dai',
  ...(amount !== undefined && { amount }),
})

/**
 * Functions of https://github.com/makerdao/dss-proxy-actions, which DSProxy runs. The first argument is the CDP
 * manager.
 */
const proxyActions = defineFunctions({
  'open(address,bytes32,address)': otherAction,
  'give(address,uint256,address)': otherAction,
  'lockETH(address,address,uint256)': steps(lockEth),
  'safeLockETH(address,address,uint256,address)': steps(lockEth),
  'lockGem(address,address,uint256,uint256,bool)': steps(lock(3)),
  'safeLockGem(address,address,uint256,uint256,bool,address)': steps(lock(3)),
  'freeETH(address,address,uint256,uint256)': steps(free('native', 3)),
  'freeGem(address,address,uint256,uint256)': steps(free(null, 3)),
  'draw(address,address,address,uint256,uint256)': steps(draw(4)),
  'wipe(address,address,uint256,uint256)': steps(wipe(3)),
  'safeWipe(address,address,uint256,uint256,address)': steps(wipe(3)),
  'wipeAll(address,address,uint256)': steps(wipe()),
  'safeWipeAll(address,address,uint256,address)': steps(wipe()),
  'lockETHAndDraw(address,address,address,address,uint256,uint256)': steps(lockEth, draw(5)),
  'openLockETHAndDraw(address,address,address,address,bytes32,uint256)': steps(lockEth, draw(5)),
  'lockGemAndDraw(address,address,address,address,uint256,uint256,uint256,bool)': steps(lock(5), draw(6)),
  'openLockGemAndDraw(address,address,address,address,bytes32,uint256,uint256,bool)': steps(lock(5), draw(6)),
  'wipeAndFreeETH(address,address,address,uint256,uint256,uint256)': steps(wipe(5), free('native', 4)),
  'wipeAllAndFreeETH(address,address,address,uint256,uint256)': steps(wipe(), free('native', 4)),
  'wipeAndFreeGem(address,address,address,uint256,uint256,uint256)': steps(wipe(5), free(null, 4)),
  'wipeAllAndFreeGem(address,address,address,uint256,uint256)': steps(wipe(), free(null, 4)),
})

/** Functions for the Dai Savings Rate through a proxy. */
const savings = defineFunctions({
  'join(address,address,uint256)': lending('supply', { asset: () => dai, amount: 2 }),
  'exit(address,address,uint256)': lending('withdraw', { asset: () => dai, amount: 2 }),
  'exitAll(address,address)': lending('withdraw', { asset: () => dai }),
})

/** Decodes a liquidation. Word 1 is the urn (vault) of the borrower. Its owner is often the CDP manager. */
const liquidate = liquidation({ borrower: 1, debt: () => dai })

/** Decodes a purchase of all or part of a collateral auction. The amount is of collateral, so the debt is unknown. */
const auction: Decode = (call) => {
  // Read only to check the ABI: the data passed to the bidder's callback.
  call.bytes(4)
  call.emit({
    kind: 'liquidation',
    borrower: null,
    liquidator: call.from,
    collateralToken: null,
    debtToken: dai,
    debtToCover: null,
  })
}

export const maker = defineProtocol({
  id: 'maker',
  name: 'Maker',
  source: 'https://chainlog.skyeco.com',
  contracts: [
    {
      name: 'Cat, Dog',
      addresses: {
        ethereum: ['0x78f2c2af65126834c51822f56be0d7469d7a523e', '0x135954d155898d42c90d2a57824c690e0c7bef1b'],
      },
      functions: defineFunctions({
        'bite(bytes32,address)': liquidate,
        'bark(bytes32,address,address)': liquidate,
      }),
    },
    {
      name: 'DsrManager',
      addresses: { ethereum: ['0x373238337bfe1146fb49989fc222523f83081ddb'] },
      functions: defineFunctions({
        'join(address,uint256)': lending('supply', { asset: () => dai, account: 0, amount: 1 }),
        'exit(address,uint256)': lending('withdraw', { asset: () => dai, amount: 1 }),
        'exitAll(address)': lending('withdraw', { asset: () => dai }),
      }),
    },
    {
      name: 'DssFlash',
      addresses: { ethereum: ['0x60744434d6339a6b27d73d9eda62b6f66a0a04fa'] },
      functions: defineFunctions({
        'flashLoan(address,address,uint256,bytes)': flashLoan({ receiver: 0, asset: 1, amount: 2 }),
        'vatDaiFlashLoan(address,uint256,bytes)': flashLoan({ receiver: 0, asset: () => dai, amount: 1 }),
      }),
    },
    {
      name: 'DssProxyActions',
      addresses: { ethereum: ['0x82ecd135dce65fbc6dbdd0e4237e0af93ffd5038'] },
      functions: proxyActions,
      isLibrary: true,
    },
    {
      name: 'DssProxyActionsDsr',
      addresses: { ethereum: ['0x07ee93aeea0a36fff2a9b95dd22bd6049ee54f26'] },
      functions: savings,
      isLibrary: true,
    },
    {
      name: 'SaiTub',
      addresses: { ethereum: ['0x448a5065aebb8e423f0896e6c5d525c040f59af3'] },
      functions: defineFunctions({
        'open()': otherAction,
        'give(bytes32,address)': otherAction,
        'join(uint256)': lending('supply', { amount: 0 }),
        'exit(uint256)': lending('withdraw', { amount: 0 }),
        'lock(bytes32,uint256)': lending('supply', { amount: 1 }),
        'free(bytes32,uint256)': lending('withdraw', { amount: 1 }),
        'draw(bytes32,uint256)': lending('borrow', { asset: () => sai, amount: 1 }),
        'wipe(bytes32,uint256)': lending('repay', { asset: () => sai, amount: 1 }),
        'shut(bytes32)': lending('repay', { asset: () => sai }),
        'bite(bytes32)': liquidation({ debt: () => sai }),
      }),
    },
  ],
  atAnyAddress: joinFunctions(
    proxyActions,
    savings,
    defineFunctions({
      'bark(bytes32,address,address)': liquidate,
      // Clipper, one for each kind of collateral.
      'take(uint256,uint256,uint256,address,bytes)': auction,
      'redo(uint256,address)': otherAction,
      // Flipper, the auctions before it.
      'tend(uint256,uint256,uint256)': otherAction,
      'dent(uint256,uint256,uint256)': otherAction,
      'deal(uint256)': otherAction,
      'tick(uint256)': otherAction,
      'flux(bytes32,address,address,uint256)': otherAction,
      'hope(address)': otherAction,
      'nope(address)': otherAction,
    }),
  ),
})
