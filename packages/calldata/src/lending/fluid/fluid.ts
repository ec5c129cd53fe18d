import { type Decode, defineFunctions, defineProtocol } from '../../decoder/protocol.ts'
import { liquidation } from '../lendingFunctions.ts'

const all = -(2n ** 255n)

/**
 * Decodes changes of collateral and debt. A positive number adds and a negative number removes. The lowest possible
 * number removes all.
 */
const operate: Decode = (call) => {
  for (const [word, more, less] of [
    [1, 'supply', 'withdraw'],
    [2, 'borrow', 'repay'],
  ] as const) {
    const change = call.int(word)
    if (change !== 0n)
      call.emit({
        kind: 'lending',
        event: change > 0n ? more : less,
        asset: null,
        amount: change === all ? null : change < 0n ? -change : change,
        account: call.from,
      })
  }
}

/** Fluid's vaults. Each has one pair of tokens and its own address. */
export const fluid = defineProtocol({
  id: 'fluid',
  name: 'Fluid',
  source: 'https://github.com/Instadapp/fluid-contracts-public',
  contracts: [],
  atAnyAddress: defineFunctions({
    'operate(uint256,int256,int256,address)': operate,
    'liquidate(uint256,uint256,address,bool)': liquidation({ amount: 0 }),
  }),
})
