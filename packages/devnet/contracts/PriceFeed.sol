// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/// A price feed with the surface of a Chainlink proxy (AggregatorV2V3Interface); anyone may set its answer.
contract PriceFeed {
    uint8 public immutable decimals;
    string public description;
    uint256 public constant version = 4;
    /// A proxy's round id carries its phase in the bits above 64.
    uint80 private constant PHASE = uint80(1) << 64;
    uint80 public latestRound = PHASE;

    struct Round {
        int256 answer;
        uint256 updatedAt;
    }

    mapping(uint80 => Round) private rounds;

    event AnswerUpdated(int256 indexed current, uint256 indexed roundId, uint256 updatedAt);
    event NewRound(uint256 indexed roundId, address indexed startedBy, uint256 startedAt);

    constructor(uint8 decimals_, string memory description_, int256 answer) {
        decimals = decimals_;
        description = description_;
        updateAnswer(answer);
    }

    function updateAnswer(int256 answer) public {
        uint80 id = ++latestRound;
        rounds[id] = Round(answer, block.timestamp);
        uint256 aggregatorRound = uint64(id);
        emit NewRound(aggregatorRound, msg.sender, block.timestamp);
        emit AnswerUpdated(answer, aggregatorRound, block.timestamp);
    }

    function aggregator() external view returns (address) {
        return address(this);
    }

    function phaseId() external pure returns (uint16) {
        return uint16(PHASE >> 64);
    }

    function latestAnswer() external view returns (int256) {
        return rounds[latestRound].answer;
    }

    function latestTimestamp() external view returns (uint256) {
        return rounds[latestRound].updatedAt;
    }

    function getAnswer(uint256 roundId) external view returns (int256) {
        return rounds[uint80(roundId)].answer;
    }

    function getTimestamp(uint256 roundId) external view returns (uint256) {
        return rounds[uint80(roundId)].updatedAt;
    }

    function latestRoundData() external view returns (uint80, int256, uint256, uint256, uint80) {
        return getRoundData(latestRound);
    }

    function getRoundData(uint80 id) public view returns (uint80, int256, uint256, uint256, uint80) {
        Round memory round = rounds[id];
        require(round.updatedAt != 0, "No data present");
        return (id, round.answer, round.updatedAt, round.updatedAt, id);
    }
}
