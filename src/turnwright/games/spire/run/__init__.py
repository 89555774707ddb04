"""A run outside of fights: map, rooms, events, shop, rewards, rest sites."""
