import { addAddressIndex } from './addressIndex.ts'
import { addAlerts } from './alerts.ts'
import { addAnalytics } from './analytics.ts'
import { addBeacon } from './beacon.ts'
import { addBook } from './book.ts'
import { addBot } from './bot.ts'
import { addBundle } from './bundle.ts'
import { addBalance, addBlock, addHistory, addTrace, addTransaction } from './chainData.ts'
import { addClassify } from './classify.ts'
import type { AddCommand } from './command.ts'
import { addCompletion } from './completion.ts'
import { addConfig } from './config.ts'
import { addDevnet } from './devnet.ts'
import { addDoctor } from './doctor.ts'
import { addGas } from './gas.ts'
import { addInit } from './init.ts'
import { addKeys } from './keys.ts'
import { addLiquidations } from './liquidations.ts'
import { addLrt } from './lrt.ts'
import { addMarket, addTvl, addVolumes, addYields } from './market.ts'
import { addMempool } from './mempool.ts'
import { addMev } from './mev.ts'
import { addPosition } from './position.ts'
import { addPrice } from './price.ts'
import { addReconcile } from './reconcile.ts'
import { addReplay } from './replay.ts'
import { addRpc } from './rpc.ts'
import { addQuote, addSwap } from './swaps.ts'
import { addUp } from './up.ts'
import { addUsage } from './usage.ts'

/** Every command, in the order of the help. */
export const commands: readonly AddCommand[] = [
  addUp,
  addGas,
  addLrt,
  addBeacon,
  addPrice,
  addMarket,
  addTvl,
  addYields,
  addVolumes,
  addAnalytics,
  addQuote,
  addSwap,
  addBalance,
  addBlock,
  addTransaction,
  addHistory,
  addAddressIndex,
  addTrace,
  addReconcile,
  addMempool,
  addMev,
  addBundle,
  addClassify,
  addReplay,
  addPosition,
  addLiquidations,
  addBook,
  addRpc,
  addDoctor,
  addAlerts,
  addKeys,
  addUsage,
  addInit,
  addBot,
  addConfig,
  addCompletion,
  addDevnet,
]
