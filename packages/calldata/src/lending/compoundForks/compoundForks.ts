import type { ChainName } from '@outrigger/core'
import type { Address } from 'viem'
import {
  defineFunctions,
  defineProtocol,
  type Functions,
  joinFunctions,
  type Protocol,
} from '../../decoder/protocol.ts'
import { comptrollerFunctions, type Markets, marketFunctions } from '../compoundV2/functions.ts'
import { flashLoan, liquidation } from '../lendingFunctions.ts'
import { forkMarkets } from './markets.ts'

/** Functions for flash loans from the markets of C.R.E.A.M. and Iron Bank, in two forms. */
const flashLoans = (markets: Markets): Functions =>
  defineFunctions({
    'flashLoan(address,address,uint256,bytes)': flashLoan({
      receiver: 0,
      asset: (call) => markets[call.to] ?? null,
      amount: 2,
    }),
    'flashLoan(address,uint256,bytes)': flashLoan({
      receiver: 0,
      asset: (call) => markets[call.to] ?? null,
      amount: 1,
    }),
  })

type ByChain = { readonly [chain in ChainName]?: Markets }

function defineFork(
  fork: { readonly id: string; readonly name: string; readonly source: string; readonly hasFlashLoans?: boolean },
  byChain: ByChain,
): Protocol {
  const { hasFlashLoans, ...named } = fork
  const markets: Markets = Object.assign({}, ...Object.values(byChain))
  return defineProtocol({
    ...named,
    contracts: [
      {
        name: 'Markets',
        addresses: Object.fromEntries(
          Object.entries(byChain).map(([chain, ofChain]) => [chain, Object.keys(ofChain) as Address[]]),
        ),
        functions: joinFunctions(marketFunctions(markets), hasFlashLoans ? flashLoans(markets) : []),
      },
    ],
  })
}

/** Lenders that run Compound's code with their own markets. */
export const compoundForks: readonly Protocol[] = [
  defineFork(
    { id: 'cream', name: 'C.R.E.A.M.', source: 'https://github.com/CreamFi/compound-protocol', hasFlashLoans: true },
    forkMarkets.cream,
  ),
  defineFork(
    {
      id: 'iron_bank',
      name: 'Iron Bank',
      source: 'https://github.com/ibdotxyz/compound-protocol',
      hasFlashLoans: true,
    },
    forkMarkets.ironBank,
  ),
  defineFork(
    { id: 'venus', name: 'Venus', source: 'https://github.com/VenusProtocol/venus-protocol' },
    forkMarkets.venus,
  ),
  defineFork({ id: 'benqi', name: 'BENQI', source: 'https://docs.benqi.fi/resources/contracts' }, forkMarkets.benqi),
  defineFork(
    { id: 'moonwell', name: 'Moonwell', source: 'https://docs.moonwell.fi/moonwell/protocol-information/contracts' },
    forkMarkets.moonwell,
  ),
  defineFork(
    { id: 'sonne', name: 'Sonne Finance', source: 'https://docs.sonne.finance/protocol/contract-addresses' },
    forkMarkets.sonne,
  ),
  defineFork(
    { id: 'mendi', name: 'Mendi Finance', source: 'https://docs.mendi.finance/protocol/contracts' },
    forkMarkets.mendi,
  ),
  defineFork({ id: 'strike', name: 'Strike', source: 'https://github.com/StrikeFinance' }, forkMarkets.strike),
]

/**
 * Functions that are decoded at an unknown address. `mint(uint256)`, `redeem(uint256)` and similar ones are too
 * common for that.
 */
const distinctive = new Set([
  'redeemUnderlying(uint256)',
  'borrow(uint256)',
  'repayBorrow(uint256)',
  'repayBorrow()',
  'repayBorrowBehalf(address,uint256)',
  'repayBorrowBehalf(address)',
  'liquidateBorrow(address,uint256,address)',
  'liquidateBorrow(address,address)',
])

const everyMarket: Markets = Object.assign(
  {},
  ...Object.values(forkMarkets).flatMap((byChain) => Object.values(byChain)),
)

/** Forks of Compound at addresses that are in no table. */
export const compoundV2Fork = defineProtocol({
  id: 'compound_v2_fork',
  name: 'Forks of Compound V2',
  source: 'https://github.com/compound-finance/compound-protocol',
  contracts: [],
  atAnyAddress: joinFunctions(
    [...marketFunctions({})].filter(([, { signature }]) => distinctive.has(signature)),
    comptrollerFunctions,
    defineFunctions({
      // Venus accepts liquidations only through its Liquidator: market, borrower, amount, collateral market.
      'liquidateBorrow(address,address,uint256,address)': liquidation({
        debt: (call) => everyMarket[call.address(0)] ?? null,
        borrower: 1,
        amount: 2,
        collateral: 3,
      }),
      // LayerBank's Core: market, collateral market, borrower, amount.
      'liquidateBorrow(address,address,address,uint256)': liquidation({ borrower: 2, amount: 3 }),
    }),
  ),
})
