import { books } from './books.ts'
import { classifiedTransactions } from './classifiedTransactions.ts'
import { liquidationOpportunities } from './liquidations.ts'
import { dexVolumes, poolYields, protocolTvl } from './market.ts'
import { mempoolTransactions } from './mempoolTransactions.ts'
import { mevFindings } from './mevFindings.ts'
import { minedFindings } from './minedFindings.ts'
import { positions } from './positions.ts'
import type { Schema } from './schema.ts'
import { analyticsSeries, gasHistory, priceHistory } from './series.ts'
import { transactions } from './transactions.ts'

/** The commands that list rows, and the kind of their rows. */
export const listings: Readonly<Record<string, Schema>> = {
  'mev inspect': minedFindings,
  'mev watch': mevFindings,
  'mev replay': mevFindings,
  'mev findings': mevFindings,
  mempool: mempoolTransactions,
  classify: classifiedTransactions,
  liquidations: liquidationOpportunities,
  position: positions,
  book: books,
  history: transactions,
  'gas history': gasHistory,
  price: priceHistory,
  'analytics series': analyticsSeries,
  'market tvl': protocolTvl,
  'market yields': poolYields,
  'market volumes': dexVolumes,
}
