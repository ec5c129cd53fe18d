import type { BitcoinTransactionDetails } from '../../families/bitcoin/reader.ts'
import { toNativeDenom } from '../../families/cosmos/chainParameters.ts'
import type { CosmosTransactionDetails } from '../../families/cosmos/reader.ts'
import type { FamilyTransaction, OtherFamily } from '../../families/familyData.ts'
import type { SolanaTransactionDetails } from '../../families/solana/getTransaction.ts'
import { feeTokens } from '../../families/starknet/feeTokens.ts'
import { isSameFelt } from '../../families/starknet/felt.ts'
import type { StarknetTransaction } from '../../families/starknet/getTransaction.ts'

/** What one transaction adds to its block. */
type Counted = {
  readonly isUser: boolean
  readonly volume: bigint
  readonly addresses: readonly (string | null)[]
}

type Count = (transaction: FamilyTransaction, chain: string) => Counted

/** How the transactions of each family are counted. What `volume` leaves out: see `volumeMethods`. */
export const counts: { readonly [family in OtherFamily]: Count } = {
  bitcoin({ details, value }) {
    const { inputs, outputs, coinbase } = details as BitcoinTransactionDetails
    const addresses = [...inputs, ...outputs].map(({ address }) => address)
    return { isUser: !coinbase, volume: coinbase ? 0n : value, addresses }
  },
  solana({ details, value, status, from, to }) {
    const { isVote, lamportDeltas } = details as SolanaTransactionDetails
    const addresses = [from, ...lamportDeltas.map(({ address }) => address)]
    return { isUser: !isVote, volume: status === 'success' && !isVote && to !== from ? value : 0n, addresses }
  },
  starknet({ details, status, from }) {
    const { transfers } = details as StarknetTransaction['details']
    const own = transfers.filter(({ token }) => isSameFelt(token, feeTokens.FRI.address))
    const moved = own.filter((one) => !isSameFelt(one.from, one.to))
    const volume = status === 'success' ? moved.reduce((sum, { amount }) => sum + amount, 0n) : 0n
    return { isUser: true, volume, addresses: [from, ...transfers.flatMap((one) => [one.from, one.to])] }
  },
  cosmos({ details, from }, chain) {
    const { transfers } = details as CosmosTransactionDetails
    const denom = toNativeDenom(chain)
    const volume = transfers
      .filter(({ sender, recipient }) => sender !== recipient)
      .flatMap(({ amounts }) => amounts)
      .reduce((sum, one) => (one.denom === denom ? sum + one.amount : sum), 0n)
    return { isUser: true, volume, addresses: [from, ...transfers.flatMap((one) => [one.sender, one.recipient])] }
  },
}
