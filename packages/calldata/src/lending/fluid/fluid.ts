import { type Decode, defineFunctions, defineProtocol } from '../../decoder/protocol.ts'
import { liquidation } from '../lendingFunctions.ts'

const all = -(2n ** 255n)

/** Changes of collateral and debt: positive adds, negative takes; the lowest number is all of it. */
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

/** Vaults, each of one pair, at addresses of their own. */
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
