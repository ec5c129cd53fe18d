import { each } from '../../decoder/each.ts'
import { otherAction } from '../../decoder/otherAction.ts'
import { defineFunctions, defineProtocol } from '../../decoder/protocol.ts'
import { emitNft } from '../emitNft.ts'

const registrarWords = 'string,address,uint256,bytes32'

/**
 * ENS. Names are ERC-721 tokens since May 2019, and a registration by the controllers mints one. The auctions of 2017
 * to 2019, commitments, renewals and records involve no NFT.
 */
export const ens = defineProtocol({
  id: 'ens',
  name: 'Ethereum Name Service',
  source: 'https://docs.ens.domains/learn/deployments',
  contracts: [],
  atAnyAddress: defineFunctions({
    ...each(
      emitNft('mint'),
      `register(${registrarWords})`,
      `registerWithConfig(${registrarWords},address,address)`,
      `register(${registrarWords},address,bytes[],bool,uint16)`,
      `register(${registrarWords},address,bytes[],bool,uint32,uint64)`,
    ),
    ...each(
      otherAction,
      'commit(bytes32)',
      'renew(string,uint256)',
      'setName(string)',
      'setResolver(bytes32,address)',
      'setOwner(bytes32,address)',
      'setAddr(bytes32,address)',
      'setText(bytes32,string,string)',
      'startAuction(bytes32)',
      'startAuctions(bytes32[])',
      'newBid(bytes32)',
      'startAuctionsAndBid(bytes32[],bytes32)',
      'unsealBid(bytes32,uint256,bytes32)',
      'finalizeAuction(bytes32)',
      'releaseDeed(bytes32)',
      'transferRegistrars(bytes32)',
    ),
  }),
})
