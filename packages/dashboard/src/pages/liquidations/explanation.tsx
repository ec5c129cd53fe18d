import { formatExactUsd, formatHealth, formatNumber, formatPercent, shorten } from '../../data/format.ts'
import { toName } from '../../data/names.ts'
import type { SeenOpportunity } from '../../data/seenOpportunities.ts'
import { type ShownProfit, toShownProfit } from '../../data/shownProfit.ts'
import { type Term, Waterfall } from '../../ui/waterfall.tsx'

type Props = { readonly of: SeenOpportunity }
type Amount = Pick<SeenOpportunity['debt_to_repay'], 'amount' | 'decimals' | 'symbol'>

/** Phrases that describe how a lender takes the payment and hands over the collateral. */
type Lender = { readonly pay: string; readonly receive: string }
const lenders: { readonly [protocol: string]: Lender } = {
  aave_v2: { pay: 'The pool takes it for the borrower', receive: 'The pool hands over, in the same call,' },
  aave_v3: { pay: 'The pool takes it for the borrower', receive: 'The pool hands over, in the same call,' },
  spark: { pay: 'The pool takes it for the borrower', receive: 'The pool hands over, in the same call,' },
  compound_v2: { pay: 'The cToken takes it for the borrower', receive: 'The cTokens seized for it are redeemed for' },
  morpho: { pay: 'Morpho takes it for the borrower', receive: 'Morpho hands over, in the same call,' },
  // In Compound III, Comet absorbs the account and sells the collateral. The liquidator does not repay the debt.
  compound_v3: {
    pay: 'First absorb the account: Comet takes over all its debt and collateral. Then pay Comet for the collateral',
    receive: 'Comet sells for it, below the price of its oracle,',
  },
}
const otherLender: Lender = { pay: 'The lender takes it for the borrower', receive: 'The lender hands over' }

const toWhole = ({ amount, decimals }: Amount) => Number(amount) / 10 ** decimals
const format = (amount: Amount) => `${formatNumber(toWhole(amount))} ${amount.symbol}`

/** Explains the arithmetic of one liquidation. Each step starts from the result of the step before. */
export function Explanation({ of }: Props) {
  return (
    <>
      <h3>
        Step by step: <code>{shorten(of.borrower)}</code> on {toName(of.protocol)}
      </h3>
      <div class="grid">
        <ol class="actions" aria-label="Liquidation step by step">
          <Health of={of} />
          <Payment of={of} />
          <Receipt of={of} />
          <Sale of={of} />
          <Gross of={of} />
          <Net of={of} />
        </ol>
        <Waterfall
          label="Profit by parts"
          unit="US dollars"
          terms={toTerms(toShownProfit(of))}
          total="Net profit"
          format={(usd) => formatExactUsd(Math.round(usd * 100) / 100 || 0)}
        />
      </div>
      {of.risks.length > 0 && <p class="quiet">What could go wrong: {of.risks.join(' ')}</p>}
    </>
  )
}

/** The parts of the profit, as the steps name them. */
const toTerms = ({ bonus, premium, loanFee, gas }: ShownProfit): readonly Term[] => [
  { name: "Lender's bonus", value: bonus },
  { name: premium < 0 ? 'Sale below the oracle' : 'Sale above the oracle', value: premium },
  { name: 'Flash loan', value: -loanFee },
  { name: 'Gas', value: -gas },
]

function Health({ of: { total_debt_usd: debt, total_collateral_usd: collateral, ...of } }: Props) {
  const counted = collateral === 0 ? 0 : (of.health_factor * debt) / collateral
  const { symbol } = of.collateral_to_receive
  return (
    <li>
      It owes {formatExactUsd(debt)} against {formatExactUsd(collateral)} of collateral, which counts for{' '}
      {formatPercent(counted)} of its worth: the liquidation threshold, for {symbol}{' '}
      {formatPercent(of.liquidation_threshold)}. Health factor: {formatExactUsd(collateral)} × {formatPercent(counted)}{' '}
      / {formatExactUsd(debt)} = {formatHealth(of.health_factor)}. Below 1 anybody{' '}
      {of.goneMs === undefined ? 'may' : 'could'} liquidate.
    </li>
  )
}

function Payment({ of: { protocol, debt_to_repay: debt, flash_loan: loan, max_liquidatable_debt_usd: most } }: Props) {
  return (
    <li>
      {loan === null ? (
        <>Have {format(debt)} at hand, which nobody was found to lend</>
      ) : (
        <>
          Borrow {format(debt)} for the transaction by a flash loan of {toName(loan.source)}, for a fee of{' '}
          {formatExactUsd(loan.fee_usd)}
        </>
      )}
      . {(lenders[protocol] ?? otherLender).pay}: {formatExactUsd(debt.usd_value)}
      {protocol !== 'compound_v3' && toShare(debt.usd_value, most)}.
    </li>
  )
}

/** Describes the close factor: the largest part of the debt in this token, in US dollars, that one call may repay. */
const toShare = (usd: number, most: number) =>
  usd > most * 0.999 ? ', the most that one call may repay' : `, of ${formatExactUsd(most)} that one call may repay`

function Receipt({ of: { protocol, debt_to_repay: debt, collateral_to_receive: collateral, ...of } }: Props) {
  const kept = of.protocol_fee_usd
  return (
    <li>
      {(lenders[protocol] ?? otherLender).receive} {format(collateral)}, {formatExactUsd(collateral.usd_value)} by the
      lender's oracle: {formatExactUsd(debt.usd_value)} for what was paid and{' '}
      {formatExactUsd(collateral.usd_value + kept - debt.usd_value)} of bonus (
      {formatPercent(of.liquidation_bonus_percent / 100)})
      {kept > 0 && `, less ${formatExactUsd(kept)} that the lender keeps`}.
    </li>
  )
}

function Sale({ of: { debt_to_repay: debt, collateral_to_receive: collateral, sale } }: Props) {
  if (sale.route.length === 0) return <li>There is nothing to sell: the collateral is the debt token.</li>
  const price = toWhole(sale) / toWhole(collateral)
  const byOracle = (collateral.usd_value / toWhole(collateral)) * (toWhole(debt) / debt.usd_value)
  return (
    <li>
      Sell it through{' '}
      {sale.route.map(({ dex, pool }, index) => (
        <span key={pool}>
          {index > 0 && ', then '}
          {toName(dex)} <code title={pool}>{shorten(pool)}</code>
        </span>
      ))}{' '}
      for {format(sale)}, {formatExactUsd(sale.usd_value)}: {formatNumber(price)} {sale.symbol} for each{' '}
      {collateral.symbol}, slippage included, where the lender's oracle says {formatNumber(byOracle)}:{' '}
      {formatPercent(Math.abs(price / byOracle - 1))}{' '}
      {price > byOracle ? 'more, for the pools have not followed it yet' : 'less, for fees and slippage'}.
    </li>
  )
}

function Gross({ of }: Props) {
  const { sale, paid, loanFee, gross, bonus, premium } = toShownProfit(of)
  return (
    <li>
      Of the sale {formatExactUsd(sale)} − {formatExactUsd(paid)}{' '}
      {of.protocol === 'compound_v3' ? 'paid to Comet' : 'of debt'}
      {of.flash_loan !== null && ` − ${formatExactUsd(loanFee)} for the flash loan`} = {formatExactUsd(gross)} is left:
      the gross profit. {formatExactUsd(bonus)} of it is the bonus
      {premium >= 0
        ? `, ${formatExactUsd(premium)} what the pools pay beyond the oracle.`
        : `, less ${formatExactUsd(-premium)} that the sale brings below the oracle.`}
    </li>
  )
}

function Net({ of }: Props) {
  const { units, price_gwei, native_price_usd, data_fee_usd } = of.gas
  const { gross, net } = toShownProfit(of)
  const cost = of.estimated_gas_usd
  return (
    <li>
      Pay the gas: {Number(units).toLocaleString('en')} units × {formatNumber(price_gwei)} gwei, the native token at{' '}
      {formatExactUsd(native_price_usd)}
      {data_fee_usd > 0 && ` and ${formatExactUsd(data_fee_usd)} for the data`} = {formatExactUsd(cost)}.{' '}
      {formatExactUsd(gross)} − {formatExactUsd(cost)} = <strong>{formatExactUsd(net)}</strong> is the net profit.
    </li>
  )
}
