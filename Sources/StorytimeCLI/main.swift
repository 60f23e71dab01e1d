print("storytime")
