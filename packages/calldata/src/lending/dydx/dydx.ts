import type { Address } from 'viem'
import type { Args } from '../../decoder/args.ts'
import type { Call } from '../../decoder/call.ts'
import { otherAction } from '../../decoder/otherAction.ts'
import { type Decode, defineFunctions, defineProtocol } from '../../decoder/protocol.ts'

/** Tokens by market id. */
const markets: readonly Address[] = [
  '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2',
  '0x89d24a6b4ccb1b6faa2625fe562bdd9a23260359',
  '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
  '0x6b175474e89094c44da98b954eedeac495271d0f',
]

/** Kinds of actions, by number. */
const [deposit, withdraw, liquidate, calls] = [0, 1, 6, 8]

/**
 * Accounts (owner, number) and actions: kind, account, amount (sign, denomination, reference, value), primary and
 * secondary market, other address, other account, data. Funds that are withdrawn, used in a call and deposited again
 * with no collateral in between are a flash loan, because dYdX checks solvency only at the end.
 *
 * @see https://github.com/dydxprotocol/solo/blob/master/contracts/protocol/lib/Actions.sol
 */
const operate: Decode = (call) => {
  const [accounts, actions] = [call.list(0, 2), call.tuples(1)]
  const isLoan = isFlashLoan(actions)
  if (isLoan)
    emitFlashLoan(
      call,
      actions.filter((action) => action.number(0) === withdraw),
    )
  let isKnown = isLoan
  for (const action of actions) {
    const kind = action.number(0)
    if (kind === liquidate) emitLiquidation(call, action, accounts)
    else if (!isLoan && (kind === deposit || kind === withdraw)) emitLending(call, action, accounts)
    else continue
    isKnown = true
  }
  if (!isKnown) otherAction(call)
}

/** Returns whether the actions contain a withdrawal, a later call and a deposit after both. */
function isFlashLoan(actions: readonly Args[]): boolean {
  let [isWithdrawn, isCalled] = [false, false]
  for (const action of actions) {
    const kind = action.number(0)
    isWithdrawn ||= kind === withdraw
    isCalled ||= kind === calls && isWithdrawn
    if (kind === deposit && isCalled) return true
  }
  return false
}

function ownerOf(accounts: Args, account: number): Address | null {
  return account < accounts.length ? accounts.address(account * 2) : null
}

function emitLiquidation(call: Call, action: Args, accounts: Args): void {
  call.emit({
    kind: 'liquidation',
    borrower: ownerOf(accounts, action.number(9)),
    liquidator: ownerOf(accounts, action.number(1)),
    // The primary market is the debt, the secondary one the collateral.
    collateralToken: markets[action.number(7)] ?? null,
    debtToken: markets[action.number(6)] ?? null,
    debtToCover: null,
  })
}

function emitLending(call: Call, action: Args, accounts: Args): void {
  call.emit({
    kind: 'lending',
    event: action.number(0) === deposit ? 'supply' : 'withdraw',
    asset: markets[action.number(6)] ?? null,
    // With reference 1 (target) the number is the balance afterwards, not the amount moved.
    amount: action.number(4) === 0 ? action.uint(5) : null,
    account: ownerOf(accounts, action.number(1)),
  })
}

function emitFlashLoan(call: Call, withdrawn: readonly Args[]): void {
  const known = withdrawn.flatMap((action) => {
    const asset = markets[action.number(6)]
    return asset === undefined ? [] : [{ asset, amount: action.uint(5) }]
  })
  call.emit({
    kind: 'flashloan',
    assets: known.map(({ asset }) => asset),
    amounts: known.map(({ amount }) => amount),
    receiver: withdrawn[0]?.address(8) ?? null,
  })
}

const actions = '(uint8,uint256,(bool,uint8,uint8,uint256),uint256,uint256,address,uint256,bytes)[]'

export const dydx = defineProtocol({
  id: 'dydx',
  name: 'dYdX Solo',
  source: 'https://github.com/dydxprotocol/solo/blob/master/migrations/deployed.json',
  contracts: [
    {
      name: 'SoloMargin',
      addresses: { ethereum: ['0x1e0447b19bb6ecfdae1e4ae1694b0c3659614e4e'] },
      functions: defineFunctions({
        [`operate((address,uint256)[],${actions})`]: operate,
        'setOperators((address,bool)[])': otherAction,
      }),
    },
    {
      name: 'PayableProxy',
      addresses: { ethereum: ['0xa8b39829ce2246f89b31c013b8cde15506fb9a76'] },
      functions: defineFunctions({ [`operate((address,uint256)[],${actions},address)`]: operate }),
    },
  ],
})
