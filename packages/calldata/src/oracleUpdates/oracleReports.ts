import { enterEach, enterOne } from '../accounts/innerCalls.ts'
import { storedCall } from '../accounts/storedCall.ts'
import { each } from '../decoder/each.ts'
import { otherAction } from '../decoder/otherAction.ts'
import { defineFunctions, defineProtocol } from '../decoder/protocol.ts'

/** Prices and random numbers that oracles report on chain, and the calls of keepers. */
export const oracleReports = defineProtocol({
  id: 'oracle',
  name: 'Oracle reports',
  source: 'https://docs.chain.link/architecture-overview/off-chain-reporting',
  contracts: [],
  atAnyAddress: defineFunctions({
    ...each(
      otherAction,
      // Chainlink: FluxAggregator, VRF, answers of nodes.
      'submit(uint256,int256)',
      'fulfillOracleRequest(bytes32,uint256,address,bytes4,uint256,bytes32)',
      'fulfillOracleRequest2(bytes32,uint256,address,bytes4,uint256,bytes)',
      'fulfillRandomnessRequest(bytes)',
      // Maker's feeds, Pyth, Tellor, Band, Witnet, UMA.
      'poke(uint256[],uint256[],uint8[],bytes32[],bytes32[])',
      'poke(bytes32)',
      'poke()',
      'updatePriceFeeds(bytes[])',
      'updatePriceFeedsIfNecessary(bytes[],bytes32[],uint64[])',
      'submitMiningSolution(string,uint256[5],uint256[5])',
      'submitValue(bytes32,bytes,uint256,bytes)',
      'relay(string[],uint64[],uint64,uint64)',
      'relay(bytes)',
      'postPrices(bytes[],bytes[],string[])',
      'setPrice(address,uint256)',
      'execute(bytes,uint256)',
      // LayerZero's verifiers.
      'commitVerification(bytes,bytes32)',
      // Batches and state roots that rollups post.
      'appendStateBatch(bytes32[],uint256)',
      'appendSequencerBatch()',
      'addSequencerL2Batch(uint256,bytes,uint256,address)',
      'addSequencerL2BatchFromOrigin(uint256,bytes,uint256,address)',
      'addSequencerL2BatchFromOrigin(uint256,bytes,uint256,address,uint256,uint256)',
      'addSequencerL2BatchFromOrigin8f111f3c(uint256,bytes,uint256,address,uint256,uint256)',
      'addSequencerL2BatchFromBlobs(uint256,uint256,address,uint256,uint256)',
      'addSequencerL2BatchFromBlobsDelayProof(uint256,uint256,address,uint256,uint256,(bytes32,(uint8,address,uint64,uint64,uint256,uint256,bytes32)))',
      'proposeL2Output(bytes32,uint256,bytes32,uint256)',
      'setL1BlockValues(uint64,uint64,uint256,bytes32,uint64,bytes32,uint256,uint256)',
      'setL1BlockValuesEcotone()',
      'setL1BlockValuesIsthmus()',
      'startBlock(uint256,uint64,uint64,uint64)',
      'updateState(uint256[],uint256,uint256)',
      'updateStateKzgDA(uint256[],bytes)',
      'submitHeaderBlock(bytes,bytes)',
      'submitCheckpoint(bytes,uint256[3][])',
    ),
    // Keepers run what a contract has ready.
    ...each(storedCall, 'performUpkeep(uint256,bytes)', 'performUpkeep(bytes)', 'work(address,bytes)'),
    // Gelato's keepers name the call.
    'exec(address,bytes,address)': (call) => {
      otherAction(call)
      enterOne(call, call, { to: 0, data: 1 })
    },
    // LayerZero's verifiers, whose calls may fail alone.
    'execute((uint32,address,bytes,uint256,bytes)[])': (call) => {
      otherAction(call)
      enterEach(call, call.list(0), { to: 1, data: 2 }, true)
    },
  }),
})
