"""What comes in over gRPC: the services, who may call them and how often, and what is sent back."""
