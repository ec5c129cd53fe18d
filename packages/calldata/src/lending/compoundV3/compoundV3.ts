import { type Hex, numberToHex, stringToHex } from 'viem'
import type { Call } from '../../decoder/call.ts'
import { toAddresses } from '../../decoder/deployment.ts'
import { otherAction } from '../../decoder/otherAction.ts'
import { type Decode, defineFunctions, defineProtocol, joinFunctions } from '../../decoder/protocol.ts'
import { lending, liquidation, liquidations, toLimit } from '../lendingFunctions.ts'
import { comets } from './comets.ts'

const base = (call: Call) => comets[call.chain]?.find(({ address }) => address === call.to)?.baseToken ?? null

/**
 * Functions of a market. If the account has debt, supplying the base token repays it. If it has no supply,
 * withdrawing the base token borrows. The calldata does not show which.
 */
const cometFunctions = defineFunctions({
  'supply(address,uint256)': lending('supply', { asset: 0, amount: 1 }),
  'supplyTo(address,address,uint256)': lending('supply', { account: 0, asset: 1, amount: 2 }),
  'supplyFrom(address,address,address,uint256)': lending('supply', { account: 1, asset: 2, amount: 3 }),
  'withdraw(address,uint256)': lending('withdraw', { asset: 0, amount: 1 }),
  'withdrawTo(address,address,uint256)': lending('withdraw', { asset: 1, amount: 2 }),
  'withdrawFrom(address,address,address,uint256)': lending('withdraw', { account: 0, asset: 2, amount: 3 }),
  'absorb(address,address[])': liquidations(1, { debt: base }),
  // The collateral of absorbed accounts is sold for the base token.
  'buyCollateral(address,uint256,uint256,address)': liquidation({ collateral: 0, debt: base, amount: 2 }),
  'transferAsset(address,address,uint256)': lending('other', { asset: 1, amount: 2 }),
  'transferAssetFrom(address,address,address,uint256)': lending('other', { account: 0, asset: 2, amount: 3 }),
  'allow(address,bool)': otherAction,
  'allowBySig(address,address,bool,uint256,uint256,uint8,bytes32,bytes32)': otherAction,
  'accrueAccount(address)': otherAction,
})

/** Position of the asset (unless the action's name implies it) and of the amount in the payload of an action. */
type BulkerAction = {
  readonly event: 'supply' | 'withdraw'
  readonly asset: number | 'native' | null
  readonly amount: number
}
const supply: BulkerAction = { event: 'supply', asset: 2, amount: 3 }
const withdraw: BulkerAction = { event: 'withdraw', asset: 2, amount: 3 }
const unnamed = (action: BulkerAction, asset: 'native' | null): BulkerAction => ({ ...action, asset, amount: 2 })

/**
 * Bulker actions by name (bytes32), and by number in the first Bulker on Ethereum. Null if an action neither supplies
 * nor withdraws.
 */
const bulkerActions: readonly (readonly [name: string, number: number | null, action: BulkerAction | null])[] = [
  ['ACTION_SUPPLY_ASSET', 1, supply],
  ['ACTION_SUPPLY_NATIVE_TOKEN', 2, unnamed(supply, 'native')],
  ['ACTION_TRANSFER_ASSET', 3, null],
  ['ACTION_WITHDRAW_ASSET', 4, withdraw],
  ['ACTION_WITHDRAW_NATIVE_TOKEN', 5, unnamed(withdraw, 'native')],
  ['ACTION_CLAIM_REWARD', 6, null],
  ['ACTION_SUPPLY_STETH', null, unnamed(supply, null)],
  ['ACTION_WITHDRAW_STETH', null, unnamed(withdraw, null)],
]
const byWord = new Map<Hex, BulkerAction | null>(
  bulkerActions.flatMap(([name, number, action]) => [
    [stringToHex(name, { size: 32 }), action] as const,
    ...(number === null ? [] : [[numberToHex(number, { size: 32 }), action] as const]),
  ]),
)

/** Decodes Bulker's actions and their payloads: comet, account, asset (absent if the action implies it), amount. */
const invoke: Decode = (call) => {
  const [names, payloads] = [call.list(0), call.list(1)]
  if (names.length !== payloads.length) return call.reject()
  for (let i = 0; i < names.length; i++) {
    const [name, span] = [names.word(i), payloads.bytes(i)]
    const action = byWord.get(name)
    if (action === undefined) call.undecoded('unknownCommand', span, name)
    else if (action === null) otherAction(call)
    else {
      const payload = call.inside(span)
      const { event, asset, amount } = action
      call.emit({
        kind: 'lending',
        event,
        asset: asset === 'native' ? call.wrappedNative : asset === null ? null : payload.address(asset),
        amount: toLimit(payload.uint(amount)),
        account: call.from,
      })
    }
  }
}

export const compoundV3 = defineProtocol({
  id: 'compound_v3',
  name: 'Compound III',
  source: 'https://docs.compound.finance/#networks',
  contracts: [
    {
      name: 'Comet',
      addresses: toAddresses(comets),
      functions: cometFunctions,
    },
  ],
  atAnyAddress: joinFunctions(
    defineFunctions({ 'invoke(bytes32[],bytes[])': invoke, 'invoke(uint256[],bytes[])': invoke }),
    [...cometFunctions].filter(([, { name }]) => /^(absorb|buyCollateral|supplyFrom|withdrawFrom)$/.test(name)),
  ),
})
