/// The books that `storytime demo` adds: titles, authors and categories of real picture books and
/// tales, one on each line, the parts separated by tabs.
enum DemoBooks {
    struct Book: Sendable {
        let title: String
        let author: String
        let categorySlugs: [String]
    }

    static let all: [Book] = table.split(separator: "\n").compactMap { line in
        let parts = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3 else { return nil }
        let slugs = parts[2].split(separator: ",").map(String.init)
        return Book(title: parts[0], author: parts[1], categorySlugs: slugs)
    }

    // swift-format-ignore
    private static let table = """
        Goodnight Moon	Margaret Wise Brown	bedtime-stories
        The Runaway Bunny	Margaret Wise Brown	family-friends,bedtime-stories
        Big Red Barn	Margaret Wise Brown	animals-nature,bedtime-stories
        Where the Wild Things Are	Maurice Sendak	adventure
        In the Night Kitchen	Maurice Sendak	bedtime-stories,adventure
        Chicken Soup with Rice	Maurice Sendak	rhymes-songs,holidays-seasons
        The Very Hungry Caterpillar	Eric Carle	learning-abcs,animals-nature
        The Very Busy Spider	Eric Carle	animals-nature
        The Grouchy Ladybug	Eric Carle	learning-abcs,animals-nature
        Papa, Please Get the Moon for Me	Eric Carle	bedtime-stories,family-friends
        Brown Bear, Brown Bear, What Do You See?	Bill Martin Jr.	learning-abcs,rhymes-songs
        Chicka Chicka Boom Boom	Bill Martin Jr. and John Archambault	learning-abcs,rhymes-songs
        The Tale of Peter Rabbit	Beatrix Potter	animals-nature,adventure
        The Tale of Squirrel Nutkin	Beatrix Potter	animals-nature,rhymes-songs
        The Tailor of Gloucester	Beatrix Potter	holidays-seasons,fairy-tales
        The Tale of Benjamin Bunny	Beatrix Potter	animals-nature,adventure
        The Tale of Mrs. Tiggy-Winkle	Beatrix Potter	animals-nature
        The Tale of Jemima Puddle-Duck	Beatrix Potter	animals-nature
        The Cat in the Hat	Dr. Seuss	rhymes-songs,adventure
        How the Grinch Stole Christmas!	Dr. Seuss	holidays-seasons,rhymes-songs
        Horton Hears a Who!	Dr. Seuss	rhymes-songs,animals-nature
        Horton Hatches the Egg	Dr. Seuss	rhymes-songs,animals-nature
        Green Eggs and Ham	Dr. Seuss	rhymes-songs,learning-abcs
        One Fish Two Fish Red Fish Blue Fish	Dr. Seuss	rhymes-songs,learning-abcs
        Dr. Seuss's Sleep Book	Dr. Seuss	bedtime-stories,rhymes-songs
        Hop on Pop	Dr. Seuss	learning-abcs,rhymes-songs
        Dr. Seuss's ABC	Dr. Seuss	learning-abcs,rhymes-songs
        Fox in Socks	Dr. Seuss	rhymes-songs
        The Lorax	Dr. Seuss	animals-nature,rhymes-songs
        Oh, the Places You'll Go!	Dr. Seuss	rhymes-songs,adventure
        The Snowy Day	Ezra Jack Keats	holidays-seasons
        Whistle for Willie	Ezra Jack Keats	family-friends
        Peter's Chair	Ezra Jack Keats	family-friends
        Corduroy	Don Freeman	family-friends
        Make Way for Ducklings	Robert McCloskey	animals-nature,family-friends
        Blueberries for Sal	Robert McCloskey	animals-nature,family-friends
        One Morning in Maine	Robert McCloskey	family-friends
        Madeline	Ludwig Bemelmans	family-friends,rhymes-songs
        Curious George	H. A. Rey and Margret Rey	adventure
        Mike Mulligan and His Steam Shovel	Virginia Lee Burton	adventure
        The Little House	Virginia Lee Burton	holidays-seasons,animals-nature
        Katy and the Big Snow	Virginia Lee Burton	holidays-seasons
        Millions of Cats	Wanda Gág	animals-nature
        The Story of Ferdinand	Munro Leaf	animals-nature
        Caps for Sale	Esphyr Slobodkina	adventure
        The Story of Babar	Jean de Brunhoff	adventure
        Harold and the Purple Crayon	Crockett Johnson	adventure,bedtime-stories
        The Carrot Seed	Ruth Krauss	animals-nature,family-friends
        A Hole Is to Dig	Ruth Krauss	learning-abcs
        Bedtime for Frances	Russell Hoban	bedtime-stories,family-friends
        Bread and Jam for Frances	Russell Hoban	family-friends
        Frog and Toad Are Friends	Arnold Lobel	family-friends,animals-nature
        Owl at Home	Arnold Lobel	bedtime-stories,animals-nature
        Mouse Soup	Arnold Lobel	animals-nature,fairy-tales
        On Market Street	Arnold Lobel	learning-abcs,rhymes-songs
        Little Bear	Else Holmelund Minarik	family-friends,animals-nature
        Amelia Bedelia	Peggy Parish	learning-abcs
        Danny and the Dinosaur	Syd Hoff	adventure,animals-nature
        Sylvester and the Magic Pebble	William Steig	fairy-tales,family-friends
        Doctor De Soto	William Steig	animals-nature
        Strega Nona	Tomie dePaola	fairy-tales
        Cloudy with a Chance of Meatballs	Judi Barrett	adventure
        The Polar Express	Chris Van Allsburg	holidays-seasons,adventure
        Jumanji	Chris Van Allsburg	adventure
        Owl Moon	Jane Yolen	animals-nature,holidays-seasons
        How Do Dinosaurs Say Goodnight?	Jane Yolen	bedtime-stories,rhymes-songs
        Guess How Much I Love You	Sam McBratney	bedtime-stories,family-friends
        The Gruffalo	Julia Donaldson	rhymes-songs,animals-nature
        Room on the Broom	Julia Donaldson	holidays-seasons,rhymes-songs
        Stick Man	Julia Donaldson	holidays-seasons,rhymes-songs
        The Tiger Who Came to Tea	Judith Kerr	family-friends
        Mog the Forgetful Cat	Judith Kerr	animals-nature,family-friends
        We're Going on a Bear Hunt	Michael Rosen	rhymes-songs,adventure
        Elmer	David McKee	animals-nature
        Not Now, Bernard	David McKee	family-friends
        The Snowman	Raymond Briggs	holidays-seasons
        Father Christmas	Raymond Briggs	holidays-seasons
        Each Peach Pear Plum	Janet Ahlberg and Allan Ahlberg	rhymes-songs,fairy-tales
        Peepo!	Janet Ahlberg and Allan Ahlberg	family-friends,rhymes-songs
        The Jolly Postman	Janet Ahlberg and Allan Ahlberg	fairy-tales,holidays-seasons
        Dear Zoo	Rod Campbell	animals-nature,learning-abcs
        Where's Spot?	Eric Hill	animals-nature,learning-abcs
        Owl Babies	Martin Waddell	bedtime-stories,animals-nature
        Can't You Sleep, Little Bear?	Martin Waddell	bedtime-stories,family-friends
        Farmer Duck	Martin Waddell	animals-nature
        The Rainbow Fish	Marcus Pfister	animals-nature,family-friends
        Possum Magic	Mem Fox	animals-nature,fairy-tales
        Time for Bed	Mem Fox	bedtime-stories,rhymes-songs
        Ten Little Fingers and Ten Little Toes	Mem Fox	rhymes-songs,family-friends
        Hairy Maclary from Donaldson's Dairy	Lynley Dodd	rhymes-songs,animals-nature
        Don't Let the Pigeon Drive the Bus!	Mo Willems	animals-nature
        Knuffle Bunny	Mo Willems	family-friends
        Today I Will Fly!	Mo Willems	family-friends,animals-nature
        Click, Clack, Moo: Cows That Type	Doreen Cronin	animals-nature
        Goodnight, Goodnight, Construction Site	Sherri Duskey Rinker	bedtime-stories,rhymes-songs
        Llama Llama Red Pajama	Anna Dewdney	bedtime-stories,rhymes-songs
        Giraffes Can't Dance	Giles Andreae	rhymes-songs,animals-nature
        Dragons Love Tacos	Adam Rubin	adventure
        The Day the Crayons Quit	Drew Daywalt	learning-abcs
        How to Catch a Star	Oliver Jeffers	bedtime-stories,adventure
        Lost and Found	Oliver Jeffers	adventure,family-friends
        I Want My Hat Back	Jon Klassen	animals-nature
        This Is Not My Hat	Jon Klassen	animals-nature
        Extra Yarn	Mac Barnett	fairy-tales
        Sam and Dave Dig a Hole	Mac Barnett	adventure
        Rosie's Walk	Pat Hutchins	animals-nature
        Harry the Dirty Dog	Gene Zion	animals-nature,family-friends
        Alexander and the Terrible, Horrible, No Good, Very Bad Day	Judith Viorst	family-friends
        If You Give a Mouse a Cookie	Laura Numeroff	animals-nature
        The Napping House	Audrey Wood	bedtime-stories,rhymes-songs
        King Bidgood's in the Bathtub	Audrey Wood	fairy-tales,rhymes-songs
        Freight Train	Donald Crews	learning-abcs
        Ten, Nine, Eight	Molly Bang	bedtime-stories,learning-abcs
        Little Blue and Little Yellow	Leo Lionni	learning-abcs,family-friends
        Swimmy	Leo Lionni	animals-nature
        Frederick	Leo Lionni	animals-nature,holidays-seasons
        A Chair for My Mother	Vera B. Williams	family-friends
        Mufaro's Beautiful Daughters	John Steptoe	fairy-tales
        Why Mosquitoes Buzz in People's Ears	Verna Aardema	fairy-tales,animals-nature
        Anansi the Spider	Gerald McDermott	fairy-tales
        Lon Po Po	Ed Young	fairy-tales
        The Paper Bag Princess	Robert Munsch	fairy-tales
        Love You Forever	Robert Munsch	bedtime-stories,family-friends
        The True Story of the 3 Little Pigs!	Jon Scieszka	fairy-tales
        The Stinky Cheese Man	Jon Scieszka	fairy-tales
        The Little Engine That Could	Watty Piper	adventure
        The Poky Little Puppy	Janette Sebring Lowrey	animals-nature
        Winnie-the-Pooh	A. A. Milne	adventure,family-friends
        When We Were Very Young	A. A. Milne	rhymes-songs
        The Velveteen Rabbit	Margery Williams	family-friends,bedtime-stories
        A Child's Garden of Verses	Robert Louis Stevenson	rhymes-songs,bedtime-stories
        The Real Mother Goose	Traditional	rhymes-songs
        The Wheels on the Bus	Paul O. Zelinsky	rhymes-songs
        There Was an Old Lady Who Swallowed a Fly	Simms Taback	rhymes-songs
        Moo, Baa, La La La!	Sandra Boynton	rhymes-songs,learning-abcs
        The Going to Bed Book	Sandra Boynton	bedtime-stories,rhymes-songs
        Barnyard Dance!	Sandra Boynton	rhymes-songs
        Sheep in a Jeep	Nancy Shaw	rhymes-songs,animals-nature
        Is Your Mama a Llama?	Deborah Guarino	rhymes-songs,animals-nature
        Are You My Mother?	P. D. Eastman	animals-nature,family-friends
        Go, Dog. Go!	P. D. Eastman	learning-abcs
        Clifford the Big Red Dog	Norman Bridwell	animals-nature,family-friends
        Arthur's Nose	Marc Brown	family-friends
        The Big Honey Hunt	Stan Berenstain and Jan Berenstain	family-friends,animals-nature
        A Bear Called Paddington	Michael Bond	adventure,family-friends
        Olivia	Ian Falconer	family-friends
        Eloise	Kay Thompson	adventure
        Many Moons	James Thurber	fairy-tales,bedtime-stories
        Tuesday	David Wiesner	adventure,animals-nature
        Flotsam	David Wiesner	adventure,animals-nature
        Good Night, Gorilla	Peggy Rathmann	bedtime-stories,animals-nature
        Officer Buckle and Gloria	Peggy Rathmann	family-friends
        Stellaluna	Janell Cannon	animals-nature,family-friends
        Chrysanthemum	Kevin Henkes	family-friends
        Lilly's Purple Plastic Purse	Kevin Henkes	family-friends
        Kitten's First Full Moon	Kevin Henkes	bedtime-stories,animals-nature
        Last Stop on Market Street	Matt de la Peña	family-friends
        Journey	Aaron Becker	adventure
        The Lion & the Mouse	Jerry Pinkney	fairy-tales,animals-nature
        Saint George and the Dragon	Margaret Hodges	fairy-tales,adventure
        Hershel and the Hanukkah Goblins	Eric A. Kimmel	holidays-seasons,fairy-tales
        Too Many Tamales	Gary Soto	holidays-seasons,family-friends
        The Mitten	Jan Brett	holidays-seasons,animals-nature
        Bear Snores On	Karma Wilson	holidays-seasons,animals-nature
        White Snow, Bright Snow	Alvin Tresselt	holidays-seasons
        The Big Snow	Berta and Elmer Hader	holidays-seasons,animals-nature
        A Tree Is Nice	Janice May Udry	animals-nature
        Planting a Rainbow	Lois Ehlert	learning-abcs,animals-nature
        Eating the Alphabet	Lois Ehlert	learning-abcs
        Mouse Paint	Ellen Stoll Walsh	learning-abcs
        Press Here	Hervé Tullet	learning-abcs
        Not a Box	Antoinette Portis	adventure,learning-abcs
        Actual Size	Steve Jenkins	animals-nature,learning-abcs
        What Do You Do with a Tail Like This?	Steve Jenkins and Robin Page	animals-nature,learning-abcs
        Best Word Book Ever	Richard Scarry	learning-abcs
        Cars and Trucks and Things That Go	Richard Scarry	learning-abcs,adventure
        Pat the Bunny	Dorothy Kunhardt	learning-abcs
        Tar Beach	Faith Ringgold	family-friends,adventure
        Amazing Grace	Mary Hoffman	family-friends
        So Much	Trish Cooke	family-friends,rhymes-songs
        Handa's Surprise	Eileen Browne	animals-nature,family-friends
        Abuela	Arthur Dorros	family-friends,adventure
        Miffy	Dick Bruna	family-friends,rhymes-songs
        Guri and Gura	Rieko Nakagawa	family-friends,animals-nature
        The Three Robbers	Tomi Ungerer	adventure,fairy-tales
        Pippi Longstocking	Astrid Lindgren	adventure
        The Little Prince	Antoine de Saint-Exupéry	adventure,fairy-tales
        Thumbelina	Hans Christian Andersen	fairy-tales,animals-nature
        The Emperor's New Clothes	Hans Christian Andersen	fairy-tales
        The Ugly Duckling	Hans Christian Andersen	fairy-tales,animals-nature
        The Snow Queen	Hans Christian Andersen	fairy-tales,holidays-seasons
        The Fir-Tree	Hans Christian Andersen	holidays-seasons,fairy-tales
        Hansel and Gretel	Jacob and Wilhelm Grimm	fairy-tales
        The Frog King	Jacob and Wilhelm Grimm	fairy-tales
        Rapunzel	Jacob and Wilhelm Grimm	fairy-tales
        Rumpelstiltskin	Jacob and Wilhelm Grimm	fairy-tales
        The Town Musicians of Bremen	Jacob and Wilhelm Grimm	fairy-tales,animals-nature
        Cinderella	Charles Perrault	fairy-tales
        Puss in Boots	Charles Perrault	fairy-tales,animals-nature
        The Story of the Three Bears	Robert Southey	fairy-tales,animals-nature
        The Nutcracker and the Mouse King	E. T. A. Hoffmann	holidays-seasons,fairy-tales
        A Visit from St. Nicholas	Clement Clarke Moore	holidays-seasons,rhymes-songs
        """
}
