import { each } from '../decoder/each.ts'
import { otherAction } from '../decoder/otherAction.ts'
import { defineFunctions, defineProtocol } from '../decoder/protocol.ts'

/** Votes and delegations. */
export const governance = defineProtocol({
  id: 'governance',
  name: 'Governance',
  source: 'https://docs.openzeppelin.com/contracts/5.x/governance',
  contracts: [],
  atAnyAddress: defineFunctions(
    each(
      otherAction,
      'delegate(address)',
      'delegateBySig(address,uint256,uint256,uint8,bytes32,bytes32)',
      'setDelegate(bytes32,address)',
      'clearDelegate(bytes32)',
      'castVote(uint256,uint8)',
      'castVote(uint256,bool)',
      'castVoteWithReason(uint256,uint8,string)',
      'castVoteBySig(uint256,uint8,uint8,bytes32,bytes32)',
      'submitVote(uint256,bool)',
      'vote(uint256,bool,bool)',
      'vote(uint256,uint256)',
      'vote(uint256,bool)',
      'vote(uint256)',
      'vote(address)',
      'vote(uint256,address[],uint256[])',
      'vote_for_gauge_weights(address,uint256)',
      'poke(uint256)',
      'reset(uint256)',
      'propose(address[],uint256[],string[],bytes[],string)',
      'propose(address[],uint256[],bytes[],string)',
      'queue(uint256)',
      'execute(uint256)',
      'queue(address[],uint256[],bytes[],bytes32)',
    ),
  ),
})
