import { otherAction } from '../../decoder/otherAction.ts'
import { type Decode, defineFunctions, defineProtocol } from '../../decoder/protocol.ts'
import { lending, liquidation, liquidations } from '../lendingFunctions.ts'

/** Decodes a liquidation of several borrowers. The amounts are shares of debt, and the cauldron determines the tokens. */
const liquidate = liquidations(0)

/** `cook` runs a plan of numbered steps: 2 repays, 4 removes collateral, 5 borrows, 10 adds collateral, 30 calls, 31 liquidates. */
const events = new Map([
  [2, 'repay'],
  [4, 'withdraw'],
  [5, 'borrow'],
  [10, 'supply'],
] as const)

const cook: Decode = (call) => {
  const [steps, payloads] = [call.list(0), call.list(2)]
  if (steps.length !== payloads.length) return call.reject()
  let isMeaningful = false
  for (let i = 0; i < steps.length; i++) {
    const step = steps.number(i)
    const event = events.get(step as 2)
    if (event !== undefined) {
      isMeaningful = true
      call.emit({ kind: 'lending', event, asset: null, amount: null, account: call.from })
    } else if (step === 31) {
      isMeaningful = true
      for (const borrower of call.inside(payloads.bytes(i)).addresses(0))
        liquidation({ borrower: () => borrower })(call)
    }
  }
  if (!isMeaningful) otherAction(call)
}

/** Abracadabra's cauldrons. Each has one collateral and its own address. */
export const abracadabra = defineProtocol({
  id: 'abracadabra',
  name: 'Abracadabra',
  source: 'https://github.com/Abracadabra-money/abracadabra-money-contracts',
  contracts: [],
  atAnyAddress: defineFunctions({
    'cook(uint8[],uint256[],bytes[])': cook,
    'liquidate(address[],uint256[],address,address)': liquidate,
    'liquidate(address[],uint256[],address,address,bytes)': liquidate,
    'addCollateral(address,bool,uint256)': lending('supply', { account: 0 }),
    'removeCollateral(address,uint256)': lending('withdraw'),
    'repay(address,bool,uint256)': lending('repay', { account: 0 }),
    'accrue()': otherAction,
  }),
})
